//! What people say: rosters, late submissions, points given by hand.

use std::fs;

use super::Desk;

/// A desk with right submissions of some names.
fn desk_of(names: &[&str]) -> Desk {
    let desk = Desk::of_one_case();
    let right = desk.right();
    for name in names {
        desk.submit(name, &right);
    }
    desk
}

#[test]
fn late_submissions_lose_what_the_rules_say() {
    let desk = desk_of(&["ada_lovelace", "alan_turing", "barbara_liskov", "donald_knuth", "edsger_dijkstra"]);
    desk.configure(
        "[roster]\nfile = 'roster.csv'\ndeadline = 2013-10-15T23:59:00-07:00\nlate = ['0h:0%', '24h:10%', '48h:30%']",
    );
    // On time; a minute late; 24 hours to the second, which are not more; one second more; and more than 48 hours after
    // a deadline of one's own.
    let roster = "\u{feff}Name,Email,Submitted At,Due\n\
        \"Lovelace, Ada\",ada@example.org,2013-10-16T06:58:59Z,\n\
        Alan Turing,at1@example.org,2013-10-15 23:59:59 -0700,\n\
        Barbara Liskov,liskov@example.org,2013-10-17 06:59:00 UTC,\n\
        Somebody Else,donald_knuth@example.org,2013-10-17T08:59:01+02:00,\n\
        Edsger Dijkstra,ewd@example.org,2013-10-17T06:59:00Z,2013-10-15T06:58:00Z\n\
        Grace Hopper,grace@example.org,,\n";
    fs::write(desk.path("roster.csv"), roster).expect("a roster");
    desk.grade_all(&[]);
    assert_eq!(
        desk.text("results/grades.csv"),
        "student,name,points,maximum,late penalty,mid\n\
         ada_lovelace,\"Lovelace, Ada\",10,10,0,10\n\
         alan_turing,Alan Turing,10,10,0,10\n\
         barbara_liskov,Barbara Liskov,10,10,0,10\n\
         donald_knuth,Somebody Else,9,10,1,10\n\
         edsger_dijkstra,Edsger Dijkstra,7,10,3,10\n\
         grace_hopper,Grace Hopper,0,10,0,0\n"
    );
    let feedback = desk.text("results/feedback/edsger_dijkstra.md");
    assert!(feedback.contains("SubmittedFile in 48 h 1 min late: 30 % less, which is 3 points."), "{feedback}");
    assert!(desk.text("results/feedback/grace_hopper.md").contains("nothing was handed in"));
}

#[test]
fn points_given_by_a_person_survive_every_run() {
    let desk = desk_of(&["ada", "bob"]);
    desk.configure("[[manual]]\nname = 'readme'\npoints = 5");
    let overrides = "student,case,points,reason\nbob,mid,2.5,copied from ada\nada,readme,4,\n";
    fs::write(desk.path("overrides.csv"), overrides).expect("a table");
    for arguments in [&[][..], &["--again"], &[]] {
        desk.grade_all(arguments);
        assert_eq!(
            desk.text("results/grades.csv"),
            "student,points,maximum,late penalty,mid,readme\nada,14,15,0,10,4\nbob,2.5,15,0,2.5,\n"
        );
    }
    assert!(desk.text("results/feedback/bob.md").contains("Points of `mid` given by a person: `copied from ada`."));
    // It counts at once.
    fs::write(desk.path("overrides.csv"), overrides.replace("2.5", "3")).expect("a table");
    desk.grade_all(&[]);
    assert!(desk.text("results/grades.csv").contains("bob,3,15,0,3,"));
}

#[test]
fn what_is_wrong_with_tables_of_people_is_explained() {
    let desk = desk_of(&["ada"]);
    let mut refusals = String::new();
    let late = "[roster]\nfile = 'roster.csv'\nlate = ['0h:0%']";
    let in_time = format!("{late}\ndeadline = 2013-10-15T23:59:00-07:00");
    for (configuration, roster) in [
        (in_time.as_str(), "points\n3\n"),
        (&in_time, "name,submitted\nada,yesterday\n"),
        (&in_time, "name,submitted\nada\n"),
        (&in_time, "name,submitted\nada,\nAda,\n"),
        (&in_time, "submission,submitted\nada,\nAda,\n"),
        (&in_time, "name,turned in\nada,\n"),
        (late, "name,submitted\nada,\n"),
    ] {
        desk.configure(configuration);
        fs::write(desk.path("roster.csv"), roster).expect("a roster");
        let refused = desk.grade(&desk.path("class"), "results", &[]).code(2).stdout("");
        refusals += &String::from_utf8_lossy(&refused.get_output().stderr);
    }
    let refused = desk.grade(&desk.path("class"), "class", &[]).code(2).stdout("");
    refusals += &String::from_utf8_lossy(&refused.get_output().stderr);
    desk.configure("");
    for overrides in [
        "name,points\n",
        "student,case,points,reason\nada,mid,3\n",
        "student,case,points,reason\nada,late,3,\n",
        "student,case,points,reason\nada,mid,much,\n",
        "student,case,points,reason\nbob,mid,3,\n",
    ] {
        fs::write(desk.path("overrides.csv"), overrides).expect("a table");
        let refused = desk.grade(&desk.path("class"), "results", &[]).code(2).stdout("");
        refusals += &String::from_utf8_lossy(&refused.get_output().stderr);
    }
    let _settings = crate::snapshots("grade");
    insta::assert_snapshot!("refused-tables", refusals);
}

#[test]
fn course_systems_get_their_own_columns_back() {
    let desk = desk_of(&["ada_lovelace", "bob"]);
    desk.configure("[roster]\nfile = 'roster.csv'");
    let canvas = "Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n\"Lovelace, Ada\",17,u17,ada,A\n\"=cmd, Bob\",18,u18,bob,B\n";
    fs::write(desk.path("roster.csv"), canvas).expect("a roster");
    desk.grade_all(&["--lms", "canvas"]);
    assert_eq!(
        desk.text("results/canvas.csv"),
        "Student,ID,SIS User ID,SIS Login ID,Section,Reversi\n    Points Possible,,,,,10\n\
         \"Lovelace, Ada\",17,u17,ada,A,10\n\"'=cmd, Bob\",18,u18,bob,B,10\n"
    );
    fs::write(desk.path("roster.csv"), "Identifier,Full name,Email address\nParticipant 7,Ada Lovelace,ada@example.org\nParticipant 8,Bob,bob@example.org\n").expect("a roster");
    desk.grade_all(&["--lms", "moodle"]);
    assert_eq!(
        desk.text("results/moodle.csv"),
        "Identifier,Full name,Email address,Grade,Maximum Grade,Feedback comments\n\
         Participant 7,Ada Lovelace,ada@example.org,10,10,mid: right\nParticipant 8,Bob,bob@example.org,10,10,mid: right\n"
    );
}

#[test]
fn anonymous_grades_have_no_names() {
    let desk = desk_of(&["ada_lovelace", "bob"]);
    desk.grade_all(&["--anonymous"]);
    let grades = desk.text("results/grades.csv");
    assert_eq!(grades, "student,points,maximum,late penalty,mid\n1,10,10,0,10\n2,10,10,0,10\n");
}
