//! Tests agents that break rules of the game or of the machine: such agents lose only their own games.

use std::{fs, os::unix::fs::PermissionsExt as _, thread};

use super::{Class, stderr};
use crate::{Lack, not_tested};

/// Students with a fault in Python, and the cause of all their forfeits. PATH stands for the folder of the class.
const STUDENTS: &[(&str, &str, &str)] = &[
    ("honest", "", ""),
    ("<b>bell\u{7}", "", ""),
    ("loud", "import sys\nif len(legal) > 2: sys.stderr.write('\\x1b[31mline\\n' * 100000)", ""),
    ("children", "import os, time\nif not os.fork():\n    os.setsid()\n    while True: pass", ""),
    ("illegal", "chosen = (0, 0)", "illegal"),
    ("off board", "chosen = (9, -3)", "illegal"),
    ("words", "print('d3')", "unreadable"),
    ("endless", "while True: print('x' * 1000, end='')", "unreadable"),
    // Both lines come in one write, because the agent may be stopped after the first line is read.
    ("eager", "print(*[f'{chosen[1]} {chosen[0]}'] * 2, sep='\\n', flush=True)", "unreadable"),
    ("crash", "raise ValueError('no idea')", "crashed"),
    ("closed", "import os, time\nos.close(1)\ntime.sleep(30)", "crashed"),
    ("reader", "open('PATH/class/honest/agent.py')", "crashed"),
    ("reader of results", "import os\nos.listdir('PATH/results')", "crashed"),
    ("caller", "import subprocess\nsubprocess.run(['REVERSI', '--version'], check=True)", "crashed"),
    ("slow", "import time\ntime.sleep(30)", "late"),
];

#[test]
#[ignore = "many agents that wait or work for seconds"]
fn each_fault_is_a_forfeit_of_the_agent_who_commits_it() {
    let Some(class) = Class::new() else { return };
    let program = crate::program::BUILT.to_owned();
    for (name, fault, _) in STUDENTS {
        let fault = fault.replace("PATH", &class.path("")).replace("REVERSI", &program);
        class.student(name, "columbia", "agent.py", &fault);
    }
    class.write("class/silent/agent.py", "input()");
    class.write("class/broken/agent.cpp", "int main( {");
    let configuration = "protocol = \"columbia\"\nseconds = { move = 8 }\nstart_up = 6\ngames = 1\n\
        opponents = [\"depth:1\", \"depth:2\"]\n[[ladder]]\nopponent = \"depth:1\"\npoints = 5\n[rules]\nsize = 4\n";
    let assert = class.play(configuration).success();
    let causes = STUDENTS.iter().map(|(name, _, cause)| (name.replace('\u{7}', "\\x07"), *cause));
    let causes: Vec<_> = causes.chain(["silent", "broken"].map(|name| (name.to_owned(), "not-started"))).collect();
    let games = class.games();
    assert_eq!(games.len(), 2 * causes.len());
    for game in games {
        let student = if game[0] == *"depth:1" { &game[1] } else { &game[0] };
        let (_, cause) = causes.iter().find(|(name, _)| name == student).expect("a student");
        assert_eq!(game[8], **cause, "{game:?}\n{}", class.read(&format!("feedback/{student}.md")));
        let discs = [&game[4], &game[5]];
        assert!(cause.is_empty() || discs == if student == &game[0] { ["0", "16"] } else { ["16", "0"] }, "{game:?}");
    }
    for (name, cause) in &causes {
        let feedback = class.read(&format!("feedback/{name}.md"));
        assert_eq!(feedback.contains("## Forfeit against `depth:1` as black"), !cause.is_empty(), "{feedback}");
        let has_board = feedback.contains("The board (X black, O white; black to move):\n");
        assert_eq!(has_board, !["", "not-started"].contains(cause), "{feedback}");
    }
    assert!(class.read("feedback/crash.md").contains("it ended with status 1; its standard error ends in"));
    assert!(class.read("feedback/crash.md").contains("ValueError: no idea"));
    // A child in its own session is stopped and ended with its program.
    assert!(!stderr(&assert).contains("CPU time"), "{}", stderr(&assert));
    assert!(class.read("feedback/eager.md").contains("before it was asked"));
    assert!(class.read("feedback/illegal.md").contains("it wrote \"0 0\", which is not a legal move of black"));
    assert!(class.read("feedback/illegal.md").contains("\nexpected "));
    let page = class.read("tournament.html");
    assert!(!page.contains("<b>bell") && page.contains("\\u003cb>bell\\\\x07"));
    let printed = crate::stdout(&assert) + &stderr(&assert);
    assert!(!printed.contains(['\u{7}', '\u{1b}']), "{printed:?}");
}

/// A fault: system timers would let the agent continue while it is stopped, and a thread works all the time. Stopping
/// discards a pending signal and its timer, so there are many timers.
const TIMERS: &str = "import ctypes, signal, sys, threading
rules = sys.modules['board']
if not hasattr(rules, 'timers'):
    rules.timers = True
    class Event(ctypes.Structure):
        _fields_ = [('value', ctypes.c_void_p), ('signal', ctypes.c_int), ('kind', ctypes.c_int), ('rest', ctypes.c_char * 48)]
    system = ctypes.CDLL(None)
    signal.signal(signal.SIGCONT, lambda *_: None)
    for first in range(1, 101):
        timer = ctypes.c_void_p()
        if system.timer_create(1, ctypes.byref(Event(signal=signal.SIGCONT)), ctypes.byref(timer)):
            break
        times = (ctypes.c_long * 4)(0, 100_000_000, 0, first * 1_000_000)
        system.timer_settime(timer, 0, ctypes.byref(times), None)
    def work():
        while True: pass
    threading.Thread(target=work, daemon=True).start()";

#[test]
fn agent_does_not_work_while_it_is_stopped() {
    let Some(class) = Class::new() else { return };
    class.student("patient", "columbia", "agent.py", "import time\ntime.sleep(0.8)");
    class.student("timer", "columbia", "agent.py", TIMERS);
    let assert = class.play("protocol = \"columbia\"\ngames = 1\n[rules]\nsize = 4\n").success();
    let games = class.games();
    assert!(games.iter().all(|game| game[8].is_empty()), "{games:?}\n{}", class.read("feedback/timer.md"));
    assert!(!stderr(&assert).contains("CPU time"), "{}", stderr(&assert));
    assert!(!class.read("feedback/timer.md").contains("CPU time"));
}

/// Plays without a sandbox, so that the agent can count its starts in a file; returns their number.
fn starts(class: &Class, fault: &str, more: &[&str]) -> usize {
    // As root, agents run as another user.
    fs::create_dir(class.path("shared")).expect("a folder");
    for (folder, mode) in [("", 0o755), ("shared", 0o777)] {
        fs::set_permissions(class.path(folder), fs::Permissions::from_mode(mode)).expect("a folder");
    }
    let counts = format!("import os\nos.umask(0)\nopen('{}', 'a').write('x')\n", class.path("shared/starts"));
    class.student("one", "columbia", "agent.py", fault);
    let fixture = fs::read_to_string("fixtures/tournament/columbia.py").expect("a fixture");
    let early = if fault == SILENT { SILENT } else { "" };
    class.write("class/one/agent.py", &[&counts, early, &fixture].concat());
    let text = "protocol = \"columbia\"\nseconds = { move = 2 }\nstart_up = 2\ngames = 2\nopponents = [\"random\"]\n\
        [limits]\nmemory = \"64 MiB\"\n[rules]\nsize = 4\n";
    class.write("tournament.toml", text);
    class.command().arg("--unconfined").args(more).assert().success();
    fs::read_to_string(class.path("shared/starts")).expect("a file").len()
}

const SILENT: &str = "import time\ntime.sleep(30)\n";

#[test]
fn agent_that_exceeds_its_memory_loses_at_once() {
    let Some(class) = Class::new() else { return };
    let fault = "import time\nbytes = bytearray(b'x' * (96 << 20))\ntime.sleep(1)";
    assert_eq!(starts(&class, fault, &[]), 4, "each game is played once");
    assert!(class.games().iter().all(|game| game[8] == *"crashed"), "{}", class.read("feedback/one.md"));
}

#[test]
fn agent_that_is_never_ready_is_started_once() {
    let Some(class) = Class::new() else { return };
    assert_eq!(starts(&class, SILENT, &["--jobs", "1"]), 1);
    assert!(class.games().iter().all(|game| game[8] == *"not-started"), "{}", class.read("feedback/one.md"));
}

#[test]
fn late_game_is_played_again_alone() {
    if thread::available_parallelism().is_ok_and(|cores| cores.get() == 1) {
        return not_tested(Lack::Tool, "a game beside another: there is one core");
    }
    let Some(class) = Class::new() else { return };
    let marker = class.path("shared/marker");
    let fault = format!(
        "import os, time\nif not os.path.exists('{marker}'):\n    open('{marker}', 'w').close()\n    time.sleep(30)"
    );
    // On a busy machine, other games may be late, too. None is played three times.
    let starts = starts(&class, &fault, &[]);
    assert!((5..=8).contains(&starts), "four games and one repetition, not {starts} games");
    assert!(class.games().iter().all(|game| game[8].is_empty()), "{}", class.read("feedback/one.md"));
}
