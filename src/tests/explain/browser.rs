//! A browser, driven over its `DevTools` protocol: one JSON object after the other, each ended by a zero byte, through two
//! pipes that the browser has as its files 3 and 4.

use std::{
    env,
    io::{BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tempfile::TempDir;

/// How long any answer may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// A page in a browser of its own.
pub struct Browser {
    process: Child,
    commands: ChildStdin,
    answers: Receiver<Value>,
    session: Option<String>,
    last_command: u64,
    /// What the browser has complained about.
    complaints: Vec<String>,
    /// Whether the page has been loaded.
    is_loaded: bool,
    _profile: TempDir,
}

/// The browser's program.
fn installed() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::var_os("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|program| program.exists())
}

impl Browser {
    /// Opens a page in a window of this width. `None`, which it says, where no browser is installed, or only the stub of one.
    pub fn open(page: &Path, width: u32) -> Option<Self> {
        let Some(program) = installed() else {
            eprintln!("No Chromium is installed: what a page does in a browser is not tried.");
            return None;
        };
        let profile = TempDir::new().expect("a folder");
        // The shell gives the browser the pipes under the numbers that it looks for.
        let mut process = Command::new("sh")
            .args(["-c", r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1"#])
            .arg(program)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run"])
            // A container may have little shared memory, and no page has to do with a network.
            .args(["--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let commands = process.stdin.take().expect("a pipe");
        let mut output = BufReader::new(process.stdout.take().expect("a pipe"));
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            let mut message = Vec::new();
            while output.read_until(0, &mut message).is_ok_and(|read| read > 0) {
                message.pop();
                let parsed = serde_json::from_slice(&message).expect("a message is JSON");
                if sender.send(parsed).is_err() {
                    break;
                }
                message.clear();
            }
        });
        let (session, complaints) = (None, Vec::new());
        let mut browser = Self {
            process,
            commands,
            answers,
            session,
            last_command: 0,
            complaints,
            is_loaded: false,
            _profile: profile,
        };
        if !browser.is_running() {
            eprintln!("Chromium is installed, but ends by itself: what a page does in a browser is not tried.");
            return None;
        }
        let target = browser.command("Target.createTarget", &json!({ "url": "about:blank" }));
        let target = json!({ "targetId": target["targetId"], "flatten": true });
        browser.session = browser.command("Target.attachToTarget", &target)["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log"] {
            browser.command(&format!("{domain}.enable"), &json!({}));
        }
        browser.resize(width, 900);
        browser.go(&format!("file://{}", page.display()));
        Some(browser)
    }

    /// Gives the window another size.
    pub fn resize(&mut self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        self.command("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Goes to an address and waits until the page is loaded.
    pub fn go(&mut self, address: &str) {
        self.is_loaded = false;
        self.command("Page.navigate", &json!({ "url": address }));
        while !self.is_loaded {
            self.next_message();
        }
    }

    /// What an expression has in the page.
    pub fn value(&mut self, expression: &str) -> Value {
        let parameters = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let mut answer = self.command("Runtime.evaluate", &parameters);
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].take()
    }

    /// Waits until an expression is true in the page.
    pub fn wait_until(&mut self, expression: &str) {
        let start = Instant::now();
        while self.value(expression) != json!(true) {
            assert!(start.elapsed() < PATIENCE, "{expression}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// The text of an element.
    pub fn text(&mut self, selector: &str) -> String {
        let value = self.value(&format!("document.querySelector({}).textContent", json!(selector)));
        value.as_str().unwrap_or_else(|| panic!("no text in {selector}")).to_owned()
    }

    /// Clicks on an element where it is drawn.
    pub fn click(&mut self, selector: &str) {
        let place = self.value(&format!(
            "(() => {{ const found = document.querySelector({});
               found.scrollIntoView({{ block: 'center', inline: 'center' }});
               const box = found.getBoundingClientRect();
               return [box.left + box.width / 2, box.top + box.height / 2]; }})()",
            json!(selector)
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
            self.command("Input.dispatchMouseEvent", &event);
        }
    }

    /// Presses a key, by the name that the browser has for it.
    pub fn key(&mut self, key: &str) {
        let text = if key.chars().count() == 1 {
            key
        } else if key == "Enter" {
            "\r"
        } else {
            ""
        };
        self.command("Input.dispatchKeyEvent", &json!({ "type": "keyDown", "key": key, "text": text, "code": key }));
        self.command("Input.dispatchKeyEvent", &json!({ "type": "keyUp", "key": key, "code": key }));
    }

    /// What the browser has complained about: errors of scripts, and what is written to its console.
    pub fn complaints(&self) -> &[String] {
        &self.complaints
    }

    /// Whether the browser answers. A distribution may have no more than a script that says how to install it.
    fn is_running(&mut self) -> bool {
        let question = b"{\"id\":0,\"method\":\"Browser.getVersion\"}\0";
        // It may have ended before it is asked, or after.
        self.commands.write_all(question).is_ok()
            && self.answers.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Disconnected)
    }

    fn command(&mut self, method: &str, parameters: &Value) -> Value {
        self.last_command += 1;
        let number = self.last_command;
        let mut message = json!({ "id": number, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = serde_json::to_vec(&message).expect("a message");
        bytes.push(0);
        self.commands.write_all(&bytes).expect("the browser listens");
        loop {
            if let Some(mut answer) = self.next_message().filter(|message| message["id"] == json!(number)) {
                assert!(answer.get("error").is_none(), "{method}: {}", answer["error"]);
                return answer["result"].take();
            }
        }
    }

    /// The next message, if it is an answer; an event is noted.
    fn next_message(&mut self) -> Option<Value> {
        let message = self.answers.recv_timeout(PATIENCE).expect("the browser answers");
        match message["method"].as_str() {
            None => return Some(message),
            // A page that is open already is not loaded again for another row.
            Some("Page.loadEventFired" | "Page.navigatedWithinDocument") => self.is_loaded = true,
            Some("Runtime.exceptionThrown" | "Runtime.consoleAPICalled" | "Log.entryAdded") => {
                self.complaints.push(message["params"].to_string());
            }
            Some(_) => {}
        }
        None
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // By itself it ends the processes that it has started, too. It may have ended already.
        let close = b"{\"id\":0,\"method\":\"Browser.close\"}\0";
        let is_told = self.commands.write_all(close).is_ok();
        let start = Instant::now();
        while is_told && start.elapsed() < PATIENCE && matches!(self.process.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(20));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
