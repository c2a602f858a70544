//! Tests the tables that people write: rosters, late submissions, points given by hand.

use std::{fs, os::unix::fs::PermissionsExt as _};

use super::Workspace;

fn workspace_of(names: &[&str]) -> Workspace {
    let workspace = Workspace::of_one_case();
    let right = workspace.right();
    for name in names {
        workspace.submit(name, &right);
    }
    workspace
}

#[test]
fn late_submissions_lose_what_the_rules_say() {
    let workspace = workspace_of(&["ada_lovelace", "alan_turing", "barbara_liskov", "donald_knuth", "edsger_dijkstra"]);
    workspace.configure(
        "[roster]\nfile = 'roster.csv'\ndeadline = 2013-10-15T23:59:00-07:00\nlate = ['0h:0%', '24h:10%', '48h:30%']",
    );
    // The submissions are on time, a minute late, 24 hours late, a second later, and beyond 48 hours late. The last
    // submission has an individual deadline.
    let roster = "\u{feff}Name,Login,Submitted At,Due\n\
        \"Lovelace, Ada\",ADA_Lovelace,2013-10-16T06:58:59Z,\n\
        Alan Turing,alan_turing,2013-10-15 23:59:59 -0700,\n\
        Barbara Liskov,barbara_liskov,2013-10-17 06:59:00 UTC,\n\
        Somebody Else,donald_knuth,2013-10-17T08:59:01+02:00,\n\
        Edsger Dijkstra,edsger_dijkstra,2013-10-17T06:59:00Z,2013-10-15T06:58:00Z\n\
        Grace Hopper,grace_hopper,,\n";
    workspace.write("roster.csv", roster);
    workspace.grade_all(&[]);
    assert_eq!(
        workspace.text("results/grades.csv"),
        "student,name,points,maximum,late penalty,mid\n\
         ada_lovelace,\"Lovelace, Ada\",10,10,0,10\n\
         alan_turing,Alan Turing,10,10,0,10\n\
         barbara_liskov,Barbara Liskov,10,10,0,10\n\
         donald_knuth,Somebody Else,9,10,1,10\n\
         edsger_dijkstra,Edsger Dijkstra,7,10,3,10\n\
         grace_hopper,Grace Hopper,0,10,0,0\n"
    );
    let feedback = workspace.feedback("edsger_dijkstra");
    assert!(feedback.contains("**7 of 10 points**: 3 less (30 %) for 48 h 1 min late"), "{feedback}");
    let feedback = workspace.feedback("grace_hopper");
    assert!(feedback.contains("\n\nNothing was submitted.\n\n|"), "{feedback}");
    assert!(feedback.ends_with("\n| `mid` | 0 | 10 | nothing submitted |\n"), "{feedback}");
}

/// If a submission fits two rows, the grader neither guesses the student nor loses the submission.
#[test]
fn a_submission_that_fits_two_rows_is_not_graded() {
    let workspace = workspace_of(&["18", "al1", "ada@one.org"]);
    workspace.configure("[roster]\nfile = 'roster.csv'");
    let roster = "Name,ID,Login,Email\nTim,18,t1,\nAnn,19,18,\nAda,13,al7,Ada@one.org\nAda King,17,AL1,king@one.org\n\
        Bob,14,b1,\nBob,14,b1,\n";
    workspace.write("roster.csv", roster);
    let graded = workspace.graded(&[]).code(2);
    let said = crate::stderr(&graded);
    let rows = "line 2 (t1, 18) and line 3 (18, 19)";
    assert!(said.contains(&format!("not graded: 18: the roster has several rows of this name: {rows}\n")), "{said}");
    let table = workspace.text("results/grades.csv");
    let in_order: Vec<&str> = table.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    // A student without a unique key gets a unique name.
    assert_eq!(in_order, ["ada@one.org", "al1", "b1_line_6", "b1_line_7"]);
    assert!(table.contains("\nada@one.org,Ada,10,") && table.contains("\nal1,Ada King,10,"), "{table}");
}

/// A workspace with submissions that were downloaded from course systems.
fn of_downloads(names: &[&str]) -> Workspace {
    let workspace = workspace_of(names);
    workspace.configure("[roster]\nfile = 'roster.csv'");
    let canvas =
        "Student,ID,SIS User ID\n\"Smith, John\",48213,u1\n\"Smith, John\",48214,u2\n\"Hansen, Øyvind\",2001,u3\n";
    workspace.write("roster.csv", [canvas, "\"Lovelace, Ada\",5,al\n\"Petrov, Ivan\",Participant 77,u5\n"].concat());
    workspace
}

#[test]
fn downloads_belong_to_the_students_in_their_names() {
    let workspace = of_downloads(&[
        "smithjohn_LATE_48213_990121_hw2",
        "smithjohn_48214_990122_hw2-1",
        "hansenøyvind_2001_990123_my_hw_2",
        "Ivan Petrov_77_assignsubmission_file_",
        "Ivan Petrov_77_assignsubmission_onlinetext_",
        "Homework 2_al_attempt_2013-10-15-20-00-00_reversi",
    ]);
    workspace.write("class/smithjohn_48214_990124_readme.pdf", "%PDF");
    workspace.write("class/hansenøyvind_2001_text.html", "see my file");
    workspace.grade_all(&[]);
    let grades = workspace.text("results/grades.csv");
    let rows: Vec<&str> = grades.lines().skip(1).map(|row| row.trim_end_matches(",10,10,0,10")).collect();
    let expected = [
        "Ivan Petrov_77,\"Petrov, Ivan\"",
        "al,\"Lovelace, Ada\"",
        "hansenøyvind_2001,\"Hansen, Øyvind\"",
        "smithjohn_48213,\"Smith, John\"",
        "smithjohn_48214,\"Smith, John\"",
    ];
    assert_eq!(rows, expected);
    // The roster may also contain the whole file name of the submission.
    workspace.write("roster.csv", "name,submission\nJohn,smithjohn_LATE_48213_990121_hw2\n");
    workspace.grade_all(&[]);
    assert!(workspace.text("results/grades.csv").contains("\nsmithjohn_48213,John,"));
}

#[test]
fn loose_files_of_a_download_are_one_submission() {
    let workspace = of_downloads(&[]);
    let right = workspace.right();
    workspace.write("class/smithjohn_LATE_48213_990121_run.sh", &right);
    workspace.write("class/smithjohn_LATE_48213_990122_notes.txt", "how to start it");
    workspace.write("class/smithjohn_48214_990123_other.sh", "exit 0");
    workspace.write("class/smithjohn_48214_990124_Makefile", "all:\nrun:\n\tsh other.sh\n");
    workspace.grade_all(&[]);
    let grades = workspace.text("results/grades.csv");
    assert!(grades.contains("\nsmithjohn_48213,\"Smith, John\",10,10,"), "{grades}");
    assert!(grades.contains("\nsmithjohn_48214,\"Smith, John\",0,10,"), "{grades}");
    let one = workspace.path("class/hansen_2001_7_hw");
    fs::create_dir(&one).expect("a folder");
    fs::write(one.join("run.sh"), right).expect("a script");
    let printed =
        crate::stdout(&workspace.run(&["--one", one.to_str().expect("a name"), "--config", "grade.toml"]).success());
    assert!(printed.starts_with("# `hansen_2001`\n"), "{printed}");
}

#[test]
fn two_downloads_of_a_student_are_not_graded() {
    let workspace = of_downloads(&[
        "hansenøyvind_2001_990121_hw2",
        "hansenøyvind_2001_990122_hw2-1",
        "team_7_1_final",
        "team_7_2_final",
    ]);
    let said = crate::stderr(&workspace.graded(&[]).code(2));
    assert!(
        said.contains("not in the roster: team_7_1_final, team_7_2_final; expected this name in a column"),
        "{said}"
    );
    let both = "hansenøyvind_2001_990122_hw2-1 fits the same row of the roster: ";
    assert!(said.contains(&format!("not graded: hansenøyvind_2001_990121_hw2: {both}")), "{said}");
}

/// Eve's email address begins with Ada's name, and a submission has the name that another student should get.
#[test]
fn nobody_is_graded_in_the_row_of_another() {
    let submissions = ["!!!", "Ada.Lovelace", "bob_king", "bob_line_8", "ct5", "eve_evil", "king"];
    let workspace = workspace_of(&submissions);
    workspace.configure("[roster]\nfile = 'roster.csv'");
    let roster = "Name,ID,Login,Email\nAda Lovelace,1,al1,ada@one.org\nEve Evil,2,ee2,ada.lovelace@two.org\n\
        Bob King,3,bk3,king@one.org\nCarl Two,4,ct5,\nCt5,5,five,\nBob,,,\nBob,,,\nTim Short,6,ts6,@x\n";
    workspace.write("roster.csv", roster);
    let graded = workspace.graded(&[]).success();
    let _settings = crate::snapshots("grade");
    let said = crate::stderr(&graded);
    insta::assert_snapshot!("rows-of-others", said + &workspace.text("results/grades.csv"));
}

#[test]
fn points_given_by_a_person_survive_every_run() {
    let workspace = workspace_of(&["ada", "bob"]);
    workspace.configure("[[manual]]\nname = 'readme'\npoints = 5");
    let overrides = "student,case,points,reason\nbob,mid,2.5,copied from ada\nada,readme,4,\n";
    workspace.write("overrides.csv", overrides);
    for arguments in [&[][..], &["--again"], &[]] {
        workspace.grade_all(arguments);
        assert_eq!(
            workspace.text("results/grades.csv"),
            "student,points,maximum,late penalty,mid,readme\nada,14,15,0,10,4\nbob,2.5,15,0,2.5,\n"
        );
    }
    assert!(workspace.feedback("bob").contains("Points of `mid` set by staff: `copied from ada`."));
    // A changed override has an immediate effect.
    workspace.write("overrides.csv", overrides.replace("2.5", "3"));
    workspace.grade_all(&[]);
    assert!(workspace.text("results/grades.csv").contains("bob,3,15,0,3,"));
}

#[test]
fn wrong_rosters_and_overrides_are_explained() {
    let workspace = workspace_of(&["ada"]);
    let mut refusals = String::new();
    let late = "[roster]\nfile = 'roster.csv'\nlate = ['0h:0%']";
    let in_time = format!("{late}\ndeadline = 2013-10-15T23:59:00-07:00");
    for (configuration, roster) in [
        (in_time.as_str(), "points\n3\n"),
        (&in_time, "login,submitted\nada,yesterday\n"),
        (&in_time, "login,submitted\nada\n"),
        (&in_time, "login,turned in\nada,\n"),
        (late, "login,submitted\nada,\n"),
    ] {
        workspace.configure(configuration);
        workspace.write("roster.csv", roster);
        refusals += &workspace.refusal("results");
    }
    refusals += &workspace.refusal("class");
    workspace.configure("");
    for overrides in [
        "name,points\n",
        "student,case,points,reason\nada,mid,3\n",
        "student,case,points,reason\nada,late,3,\n",
        "student,case,points,reason\nada,mid,much,\n",
        "student,case,points,reason\nada,mid,10.5,well done\n",
        "student,case,points,reason\nbob,mid,3,\nada,mid,3,\ncarl,mid,3,\n",
    ] {
        workspace.write("overrides.csv", overrides);
        refusals += &workspace.refusal("results");
    }
    let _settings = crate::snapshots("grade");
    insta::assert_snapshot!("refused-tables", refusals);
}

#[test]
fn course_systems_get_their_own_columns_back() {
    let workspace = workspace_of(&["ada", "bob"]);
    workspace.configure("[roster]\nfile = 'roster.csv'");
    let canvas = "Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n\"Lovelace, Ada\",17,u17,ada,A\n\"=cmd, Bob\",18,u18,bob,B\n";
    workspace.write("roster.csv", canvas);
    workspace.grade_all(&["--lms", "canvas"]);
    assert_eq!(
        workspace.text("results/canvas.csv"),
        "Student,ID,SIS User ID,SIS Login ID,Section,Reversi\n    Points Possible,,,,,10\n\
         \"Lovelace, Ada\",17,u17,ada,A,10\n\"'=cmd, Bob\",18,u18,bob,B,10\n"
    );
}

/// The points are scaled to the maximum in the configuration, or else in the gradebook.
#[test]
fn points_fit_the_maximum_of_the_course_system() {
    let workspace = workspace_of(&["ada"]);
    workspace.write("overrides.csv", "student,case,points,reason\nada,mid,9.95,\n");
    let gradebook =
        "Student,ID,SIS Login ID,HW1 (1),HW2 (2)\n    Points Possible,,,10,100\n\"Lovelace, Ada\",17,ada,,\n";
    workspace.write("roster.csv", gradebook);
    for (more, maximum, points) in [("", "100", "99.5"), ("[lms]\nmaximum = 20\n", "20", "19.9")] {
        workspace.configure(&[more, "[roster]\nfile = 'roster.csv'\ncolumn = 'HW2 (2)'"].concat());
        let printed = crate::stdout(&workspace.graded(&["--lms", "canvas"]).success());
        let sentence = format!("10 points become {maximum}, the maximum of the course system.\n");
        assert!(printed.contains(&sentence), "{printed}");
        let table = workspace.text("results/canvas.csv");
        assert!(table.contains(&format!("Points Possible,,,,,{maximum}\n")), "{table}");
        assert!(table.ends_with(&format!("\"Lovelace, Ada\",17,,ada,,{points}\n")), "{table}");
    }
}

#[test]
fn anonymous_grades_have_no_names() {
    let workspace = workspace_of(&["ada_lovelace", "bob"]);
    workspace.submit("zoe", "exit 0");
    let numbers = || {
        workspace.grade_all(&["--anonymous"]);
        let grades = workspace.text("results/grades.csv");
        for (path, text) in super::files(&workspace.path("results")) {
            let text = [path.to_string_lossy().into_owned(), String::from_utf8_lossy(&text).into_owned()].concat();
            let is_kept = ["records", "results.json", ".reversi-grade"].iter().any(|kept| path.starts_with(kept));
            assert!(is_kept || ["ada", "bob", "zoe"].iter().all(|name| !text.contains(name)), "{text}");
        }
        grades
    };
    let first = numbers();
    let refused = crate::stderr(&workspace.graded(&["--anonymous", "--lms", "canvas"]).code(2));
    assert!(refused.contains("cannot be used with"), "{refused}");
    assert_eq!(fs::metadata(workspace.path("anonymous.key")).expect("a key").permissions().mode() & 0o777, 0o600);
    assert_eq!(first, numbers(), "the key stays");
    // The class list does not reveal the numbers: another key gives other numbers.
    let is_other = |number: u32| {
        workspace.write("anonymous.key", format!("{number:064}"));
        first != numbers()
    };
    assert!((0..20).any(is_other));
}

#[test]
fn a_bonus_says_so_and_points_by_hand_are_not_late() {
    let workspace = workspace_of(&["ada"]);
    let late = "late = ['0h:50%']\ndeadline = 2013-10-15T23:59:00Z";
    workspace.configure(&format!("[[manual]]\nname = 'readme'\npoints = 5\n[roster]\nfile = 'roster.csv'\n{late}"));
    workspace.write("roster.csv", "name,login,submitted\nada,ada,2013-10-17T00:00:00Z\n");
    let overrides = "student,case,points,reason\nada,mid,12,Bonus: found a mistake of ours\nada,readme,5,\n";
    workspace.write("overrides.csv", overrides);
    workspace.grade_all(&[]);
    assert!(workspace.text("results/grades.csv").ends_with("\nada,ada,11,15,6,12,5\n"));
}

#[test]
fn a_deduction_never_makes_the_total_negative() {
    let workspace = workspace_of(&["ada", "bob", "cy"]);
    workspace.configure("[[manual]]\nname = 'style'\npoints = 0\n[[manual]]\nname = 'copied'\npoints = -10");
    let rows = "ada,total,-5,no README\nada,total,-1,\nbob,total,-50,\ncy,copied,-3,from the net\ncy,style,-1,\n";
    workspace.write("overrides.csv", format!("student,case,points,reason\n{rows}"));
    workspace.grade_all(&[]);
    assert_eq!(
        workspace.text("results/grades.csv"),
        "student,points,maximum,late penalty,mid,style,copied\nada,4,10,0,10,,\nbob,0,10,0,10,,\ncy,6,10,0,10,-1,-3\n"
    );
    let feedback = workspace.feedback("ada");
    assert!(feedback.contains("**4 of 10 points**: 5 less: `no README`; 1 less\n"), "{feedback}");
    workspace.write("overrides.csv", "student,case,points,reason\nada,total,5,\n");
    workspace.grade_all(&[]);
    assert!(workspace.text("results/grades.csv").contains("\nada,15,10,0,10,,\n"), "no word is needed");
}

#[test]
fn overrides_know_the_names_of_the_roster() {
    let workspace = workspace_of(&["ann"]);
    workspace.configure("[roster]\nfile = 'roster.csv'");
    workspace.write("roster.csv", "Student,SIS User ID,SIS Login ID\n\"Lee, Ann\",9001,ann\n\"Student, Test\",,\n");
    for name in ["\"Lee, Ann\"", "9001", "ANN", "ann"] {
        workspace.write("overrides.csv", format!("student,case,points,reason\n{name},mid,3,\n"));
        workspace.grade_all(&[]);
        assert!(
            workspace.text("results/grades.csv").ends_with("maximum,late penalty,mid\nann,\"Lee, Ann\",3,10,0,3\n")
        );
    }
}

#[test]
fn a_gradebook_keeps_the_column_of_the_assignment() {
    let workspace = workspace_of(&["ann"]);
    workspace.configure("[roster]\nfile = 'roster.csv'");
    let roster = "Student,ID,SIS User ID,SIS Login ID,Section,HW3 Reversi (55123)\n\
        \"Lee, Ann\",41001,9001,ann,S1,\n\"Student, Test\",,,,S1,\n";
    workspace.write("roster.csv", roster);
    let expected = "Student,ID,SIS User ID,SIS Login ID,Section,HW3 Reversi (55123)\n    Points Possible,,,,,10\n\
        \"Lee, Ann\",41001,9001,ann,S1,10\n";
    workspace.grade_all(&["--lms", "canvas"]);
    assert_eq!(workspace.text("results/canvas.csv"), expected);
    workspace.write(
        "roster.csv",
        roster.replacen("Section", "HW2 (1),Section", 1).replace(",ann,", ",ann,5,").replace(",,,,", ",,,,,"),
    );
    let refused = crate::stderr(&workspace.graded(&["--lms", "canvas"]).code(2));
    assert!(
        refused.contains("the roster has several assignments: \"HW2 (1)\" and \"HW3 Reversi (55123)\";"),
        "{refused}"
    );
    workspace.configure("[roster]\nfile = 'roster.csv'\ncolumn = 'HW3 Reversi (55123)'");
    workspace.grade_all(&["--lms", "canvas"]);
    assert_eq!(workspace.text("results/canvas.csv"), expected);
}

#[test]
fn a_worksheet_of_moodle_is_read_as_exported() {
    let workspace = workspace_of(&["Ann Lee_310001_assignsubmission_file_"]);
    let late = "late = ['0h:10%']\ndeadline = 2017-02-10T23:00:00-08:00";
    workspace.configure(&format!("[roster]\nfile = 'roster.csv'\nzone = 'America/Los_Angeles'\n{late}"));
    let header = "Identifier,Full name,Email address,Status,Grade,Last modified (submission),Last modified (grade)\n";
    let submitted = "Participant 310001,Ann Lee,ann@uni.example,Submitted,,\"Friday, 10 February 2017, 11:02 PM\",-\n";
    let missing = "Participant 310002,Bob Ray,bob@uni.example,No submission,,-,-\n";
    workspace.write("roster.csv", [header, submitted, missing].concat());
    workspace.grade_all(&["--lms", "moodle"]);
    // The worksheet's columns come back in their order, with the grades and the columns that it lacks.
    let table = workspace.text("results/moodle.csv");
    let header = header.replace("\n", ",Maximum Grade,Feedback comments\n");
    let row = submitted.replace(",,\"Fri", ",9,\"Fri").replace("-\n", "-,10,mid: right\n");
    assert!(table.starts_with(&[header, row].concat()), "{table}");
    workspace.configure("");
    workspace.grade_all(&["--lms", "moodle"]);
    let columns = "Identifier,Full name,Email address,Grade,Maximum Grade,Last modified (grade),Feedback comments\n";
    let row = "Participant 310001,Ann Lee,,10,10,,mid: right\n";
    assert_eq!(workspace.text("results/moodle.csv"), [columns, row].concat());
}

#[test]
fn an_export_of_gradescope_has_the_names() {
    let workspace = workspace_of(&["submission_81"]);
    let export = "---\nsubmission_81:\n  :submitters:\n  - :name: Ann Lee\n    :sid: '9001'\n    :email: ann@uni.example\n  \
        - :name: Bob Ray\n  :created_at: 2017-02-11 07:02:11.125 Z\n  :score: 0.0\n";
    workspace.write("class/submission_metadata.yml", export);
    let said = crate::stderr(&workspace.graded(&[]).success());
    assert!(!said.contains("ignored"), "{said}");
    assert!(workspace.text("results/grades.csv").ends_with("\nsubmission_81,Ann Lee,10,10,0,10\n"));
    let late = "late = ['0h:10%']\ndeadline = 2017-02-10T23:00:00-08:00";
    workspace.configure(&format!("[roster]\nfile = 'class/submission_metadata.yml'\n{late}"));
    workspace.grade_all(&[]);
    assert!(workspace.text("results/grades.csv").ends_with("\nsubmission_81,Ann Lee,9,10,1,10\n"));
}

/// A university's number of a student differs from Canvas's number.
#[test]
fn canvas_gets_its_own_numbers_or_none() {
    let workspace = workspace_of(&["ada"]);
    workspace.configure("[roster]\nfile = 'roster.csv'");
    for (roster, row) in [
        ("Student,ID,Login\nAda,4711,ada\n", "Ada,,4711,ada,,10"),
        ("Student,ID,SIS User ID,SIS Login ID,Section\nAda,12,4711,ada,A\n", "Ada,12,4711,ada,A,10"),
    ] {
        workspace.write("roster.csv", roster);
        workspace.grade_all(&["--lms", "canvas"]);
        assert_eq!(workspace.text("results/canvas.csv").lines().last(), Some(row));
    }
}
