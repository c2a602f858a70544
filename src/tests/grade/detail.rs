//! Tests that students see as much as `[feedback]` allows, and no more.

use std::{collections::BTreeMap, path::PathBuf};

use proptest::prelude::*;
use reversi::grade::{
    outputs::{self, CourseSystem},
    results::ClassResults,
};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{GRADED, files};

const DETAILS: [&str; 4] = ["verdict", "mistake", "place", "full"];
const MISTAKE: usize = 1;
const PLACE: usize = 2;
const FULL: usize = 3;

/// The results of the class, with one level of detail for visible cases and one for hidden cases.
fn results(details: [usize; 2]) -> Value {
    let mut results = GRADED.0.json("results/results.json");
    results["feedback"]["detail"] = json!(DETAILS[details[0]]);
    results["feedback"]["hidden_detail"] = json!(DETAILS[details[1]]);
    results
}

/// The files made from results.
fn told(results: &Value) -> BTreeMap<PathBuf, Vec<u8>> {
    let results: ClassResults = serde_json::from_value(results.clone()).expect("results");
    let folder = TempDir::new().expect("a folder");
    outputs::write_all(&results, &[], folder.path(), Some(CourseSystem::Moodle)).expect("a folder");
    let mut files = files(folder.path());
    for student in &results.students {
        let gradescope = outputs::gradescope(&results, student, &[]).expect("JSON");
        files.insert(format!("{}.json", student.name).into(), gradescope);
    }
    files
        .retain(|path, _| !path.starts_with("staff") && !path.ends_with("class.md") && !path.ends_with("results.json"));
    files
}

fn array(value: &mut Value) -> std::slice::IterMut<'_, Value> {
    value.as_array_mut().map(|values| values.iter_mut()).unwrap_or_default()
}

/// Changes all numbers in a value.
fn disturb(value: &mut Value, by: u64) {
    match value {
        Value::Number(number) => *value = json!(number.as_u64().unwrap_or_default() + by),
        Value::Array(values) => values.iter_mut().for_each(|value| disturb(value, by)),
        Value::Object(values) => values.values_mut().for_each(|value| disturb(value, by)),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

/// Changes everything in a case that students must not see at a level of detail.
fn disturb_case(case: &mut Value, detail: usize, by: u64) {
    let secret = format!("secret {by}");
    if detail < FULL {
        for key in ["printed", "report", "command", "input", "digest"] {
            case[key] = json!(secret);
        }
        case["other_files"] = json!([secret]);
        if let Some(status) = case.pointer_mut("/verdict/ending/ran/exited").filter(|status| **status != 0) {
            *status = json!(by);
        }
    }
    if detail < PLACE {
        case["problem"] = json!(secret);
        for part in array(&mut case["parts"]) {
            let is_right = part["is_right"].as_bool().expect("true or false");
            let recognised = part["recognised"].take();
            disturb(part, by);
            part["recognised"] = recognised;
            part["is_right"] = json!(!is_right);
            part["file"] = json!(secret);
            part["problem"] = json!(secret);
        }
    }
    if detail < MISTAKE {
        let is_format_only = case["is_format_only"].as_bool().expect("true or false");
        case["is_format_only"] = json!(!is_format_only);
        case["explained_by"] = json!([["depth-plus-one"], ["wrong-weight:a1:9"]]);
        for part in array(&mut case["parts"]) {
            part["recognised"] = json!({ "other-job": { "job": secret, "assignment": null } });
        }
    }
}

/// Changes everything in results that students must not see at these levels of detail.
fn disturbed(results: &Value, details: [usize; 2], by: u64) -> Value {
    let mut other = results.clone();
    let detail: BTreeMap<String, usize> = array(&mut other["cases"])
        .map(|heading| {
            let detail = details[usize::from(heading["is_hidden"] == true)];
            if detail < FULL {
                heading["input"] = json!(format!("secret {by}"));
            }
            (heading["name"].as_str().expect("a name").to_owned(), detail)
        })
        .collect();
    for student in array(&mut other["students"]) {
        let mut least = FULL;
        for case in array(&mut student["graded"]["cases"]) {
            let detail = detail[case["case"].as_str().expect("a name")];
            disturb_case(case, detail, by);
            if super::verdict(case) != "right" {
                least = least.min(detail);
            }
        }
        let told = json!({ "done": "secret.", "rule": "secret", "look": "secret" });
        let diagnosis = &mut student["graded"]["diagnosis"];
        for name in ["depth-plus-one", "wrong-weight:a1:9"] {
            diagnosis["texts"][name] = told.clone();
        }
        if least < MISTAKE {
            diagnosis["location"] = json!(format!("secret {by}"));
        }
        let silent: Vec<&String> =
            detail.iter().filter(|(_, detail)| **detail < MISTAKE).map(|(name, _)| name).collect();
        let cases = diagnosis["cases"].as_array_mut().expect("cases");
        cases.retain(|case| silent.iter().all(|name| case != name.as_str()));
        if cases.is_empty() {
            diagnosis["explained_by"] = json!([["depth-plus-one"]]);
            diagnosis["limits"] = json!("secret");
            diagnosis["cases"] = json!(silent);
        }
        for name in silent {
            student["lost_by_format"][name] = json!(by);
        }
    }
    other
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn no_output_tells_more_than_the_detail(shown in 0_usize..4, hidden in 0_usize..4, by in 2_u64..200) {
        let results = results([shown, hidden]);
        let expected = told(&results);
        let found = told(&disturbed(&results, [shown, hidden], by));
        prop_assert!(expected.keys().eq(found.keys()));
        for (name, bytes) in expected {
            let [expected, found] = [&bytes, &found[&name]].map(|bytes| String::from_utf8_lossy(bytes));
            prop_assert!(expected == found, "{}: {expected}\n---\n{found}", name.display());
        }
    }
}

#[test]
fn each_detail_tells_more_than_the_one_before() {
    for hidden in [false, true] {
        let of = |detail: usize| told(&results(if hidden { [FULL, detail] } else { [detail, MISTAKE] }));
        for detail in [MISTAKE, PLACE, FULL] {
            let [less, more] = [of(detail - 1), of(detail)];
            let differing = less.iter().filter(|(name, bytes)| more[*name] != **bytes).count();
            assert!(differing > 3, "{} ({differing})", DETAILS[detail]);
        }
    }
    // Feedback without a report shows no case before the list of cases.
    let told = told(&results([MISTAKE - 1; 2]));
    let [alone, other] = ["\n## The wrong cases\n", "\n## The other wrong cases\n"]
        .map(|title| told.values().filter(|bytes| String::from_utf8_lossy(bytes).contains(title)).count());
    assert!(alone > 3 && other == 0, "{alone}, {other}");
}
