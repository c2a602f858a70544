//! Drives a browser by its `DevTools` protocol, for the tests of pages.
//!
//! JSON objects, each followed by a zero byte, go through two pipes: files 3 and 4 of the browser. All tests share one
//! browser, and each has its own window.

use std::{
    collections::HashMap,
    env,
    io::{BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{ChildStdin, Command, Stdio},
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{Lack, not_tested};

const PATIENCE: Duration = Duration::from_secs(20);

fn installed() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::var_os("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|program| program.exists())
}

/// Locks a value, even if a test failed while the test held the lock.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Pipes {
    commands: Mutex<ChildStdin>,
    /// The receivers of each session's messages; messages of the browser itself have the session `""`.
    listeners: Mutex<HashMap<String, Sender<Value>>>,
}

impl Pipes {
    /// Starts the browser. When the test process ends, the pipe closes, the browser ends, and the shell removes the
    /// browser's files.
    fn to_browser(program: PathBuf) -> Arc<Self> {
        let profile = TempDir::new().expect("a folder").keep();
        // The shell connects the pipes to the file numbers that the browser uses.
        let script = r#""$@" 3<&0 4>&1 </dev/null >/dev/null; rm -rf "$0""#;
        let mut process = Command::new("sh")
            .args(["-c", script])
            .arg(&profile)
            .arg(program)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run"])
            // The browser's own first window would take longer than the first test.
            .arg("--no-startup-window")
            // A container may have little shared memory, and no page needs a network.
            .args(["--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update"])
            // Windows in the background must run at full speed.
            .args(["--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding"])
            .arg("--disable-background-timer-throttling")
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell");
        let commands = Mutex::new(process.stdin.take().expect("a pipe"));
        let mut output = BufReader::new(process.stdout.take().expect("a pipe"));
        let pipes = Arc::new(Self { commands, listeners: Mutex::default() });
        let listeners = Arc::clone(&pipes);
        thread::spawn(move || {
            let mut message = Vec::new();
            while output.read_until(0, &mut message).is_ok_and(|read| read > 0) {
                message.pop();
                let parsed: Value = serde_json::from_slice(&message).expect("a message is JSON");
                if let Some(listener) = lock(&listeners.listeners).get(parsed["sessionId"].as_str().unwrap_or_default())
                {
                    // If the window is closed, nobody receives the message.
                    let _ = listener.send(parsed);
                }
                message.clear();
            }
            lock(&listeners.listeners).clear();
            let _ = process.wait();
        });
        pipes
    }

    fn listen(self: &Arc<Self>, session: &str) -> Session {
        let (sender, answers) = mpsc::channel();
        lock(&self.listeners).insert(session.to_owned(), sender);
        let (pipes, id) = (Arc::clone(self), session.to_owned());
        Session { pipes, id, answers, last_command: 0, complaints: Vec::new(), loaded: Vec::new(), frame: None }
    }
}

/// The session of one window, or of the browser itself.
struct Session {
    pipes: Arc<Pipes>,
    id: String,
    answers: Receiver<Value>,
    last_command: u64,
    complaints: Vec<String>,
    loaded: Vec<Value>,
    /// The session of a frame that the browser treats as a separate page.
    frame: Option<String>,
}

impl Session {
    /// Sends a command and returns its number; `None` if the browser has ended.
    fn send(&mut self, method: &str, parameters: &Value) -> Option<u64> {
        self.last_command += 1;
        let mut message = json!({ "id": self.last_command, "method": method, "params": parameters });
        if !self.id.is_empty() {
            message["sessionId"] = json!(self.id);
        }
        let mut bytes = serde_json::to_vec(&message).expect("a message");
        bytes.push(0);
        lock(&self.pipes.commands).write_all(&bytes).ok().map(|()| self.last_command)
    }

    fn command(&mut self, method: &str, parameters: &Value) -> Value {
        self.commands(&[(method, parameters.clone())])
    }

    /// Sends several commands without waiting, and returns the answer to the last command.
    fn commands(&mut self, commands: &[(&str, Value)]) -> Value {
        let numbers: Vec<u64> = commands
            .iter()
            .map(|(method, parameters)| self.send(method, parameters).expect("the browser listens"))
            .collect();
        // The browser and the page answer in any order.
        let mut results = HashMap::new();
        while results.len() < numbers.len() {
            let Some(mut answer) = self.next_message() else { continue };
            let Some(index) = numbers.iter().position(|number| answer["id"] == json!(number)) else { continue };
            assert!(answer.get("error").is_none(), "{}: {}", commands[index].0, answer["error"]);
            results.insert(index, answer["result"].take());
        }
        results.remove(&(numbers.len() - 1)).unwrap_or_default()
    }

    fn value(&mut self, expression: &str) -> Value {
        let parameters = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let mut answer = self.command("Runtime.evaluate", &parameters);
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].take()
    }

    fn wait_until(&mut self, expression: &str) {
        let start = Instant::now();
        loop {
            let seen = self.value(expression);
            if seen == json!(true) {
                return;
            }
            if start.elapsed() >= PATIENCE {
                let page = self.value("document.body.innerText.slice(0, 1000)");
                panic!("waited 20 s until {expression}; saw {seen} on the page {page}");
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Opens an address and waits until the page is loaded.
    fn go(&mut self, address: &str) {
        let loader = self.command("Page.navigate", &json!({ "url": address }))["loaderId"].take();
        // If an address only changes the row, the browser does not load the page again.
        while !loader.is_null() && !self.loaded.contains(&loader) {
            self.next_message();
        }
    }

    /// Reads the next message; returns answers, and records events.
    fn next_message(&mut self) -> Option<Value> {
        let message = self.answers.recv_timeout(PATIENCE).expect("the browser answers");
        match message["method"].as_str() {
            None => return Some(message),
            Some("Page.lifecycleEvent") if message["params"]["name"] == "load" => {
                self.loaded.push(message["params"]["loaderId"].clone());
            }
            Some("Target.attachedToTarget") if message["params"]["targetInfo"]["type"] == "iframe" => {
                self.frame = message["params"]["sessionId"].as_str().map(str::to_owned);
            }
            // The order of the browser's log entries depends on the browser's threads.
            Some("Log.entryAdded")
                if ["verbose", "info"].map(|level| json!(level)).contains(&message["params"]["entry"]["level"]) => {}
            Some("Runtime.exceptionThrown" | "Runtime.consoleAPICalled" | "Log.entryAdded") => {
                self.complaints.push(message["params"].to_string());
            }
            Some(_) => {}
        }
        None
    }
}

/// The browser of all tests. `None` if no browser is installed, or only a script that explains the installation.
fn shared() -> Option<MutexGuard<'static, Session>> {
    static SHARED: OnceLock<Option<Mutex<Session>>> = OnceLock::new();
    let shared = SHARED.get_or_init(|| {
        let mut browser = Pipes::to_browser(installed()?).listen("");
        // A script that only explains the installation may end before or after the first command.
        let is_running = browser.send("Browser.getVersion", &json!({})).is_some()
            && browser.answers.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Disconnected);
        is_running.then(|| Mutex::new(browser))
    });
    shared.as_ref().map(lock)
}

/// A window of the browser, and the window's storage.
struct Window {
    session: Session,
    context: Value,
}

impl Window {
    fn new(mut browser: MutexGuard<'static, Session>) -> Self {
        let context = browser.command("Target.createBrowserContext", &json!({}))["browserContextId"].take();
        let target = json!({ "url": "about:blank", "browserContextId": context, "newWindow": true });
        let target = browser.command("Target.createTarget", &target);
        let target = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.command("Target.attachToTarget", &target);
        let mut session = browser.pipes.listen(session["sessionId"].as_str().expect("a session"));
        drop(browser);
        session.commands(&[
            ("Page.enable", json!({})),
            ("Page.setLifecycleEventsEnabled", json!({ "enabled": true })),
            ("Runtime.enable", json!({})),
            ("Log.enable", json!({})),
            // Other tests have windows at the same time, and the system gives the focus to only one.
            ("Emulation.setFocusEmulationEnabled", json!({ "enabled": true })),
        ]);
        Self { session, context }
    }
}

pub struct Browser(Window);

impl Browser {
    /// Opens a page in a window of the given size. If there is no browser, prints a message and returns `None`.
    pub fn open(page: &Path, width: u32, height: u32) -> Option<Self> {
        let Some(browser) = shared() else {
            not_tested(Lack::Tool, "what a page does in a browser: no Chromium runs here");
            return None;
        };
        let mut browser = Self(Window::new(browser));
        browser.resize(width, height);
        browser.go(&format!("file://{}", page.display()));
        Some(browser)
    }

    fn session(&mut self) -> &mut Session {
        &mut self.0.session
    }

    pub fn resize(&mut self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        self.session().command("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Opens an address and waits until the page is loaded. If only the row of the open page changes, the call does not
    /// wait.
    pub fn go(&mut self, address: &str) {
        self.session().go(address);
    }

    pub fn value(&mut self, expression: &str) -> Value {
        self.session().value(expression)
    }

    pub fn wait_until(&mut self, expression: &str) {
        self.session().wait_until(expression);
    }

    /// Waits until an expression is true in the page of the only frame.
    pub fn wait_until_in_frame(&mut self, expression: &str) {
        let attach = |is_on: bool| json!({ "autoAttach": is_on, "waitForDebuggerOnStart": false, "flatten": true });
        let session = self.session();
        session.frame = None;
        session.command("Target.setAutoAttach", &attach(true));
        while session.frame.is_none() {
            session.next_message();
        }
        let frame = session.frame.take().expect("a frame");
        let mut frame = session.pipes.listen(&frame);
        frame.wait_until(expression);
        lock(&frame.pipes.listeners).remove(&frame.id);
        session.command("Target.setAutoAttach", &attach(false));
    }

    pub fn text(&mut self, selector: &str) -> String {
        let value = self.value(&format!("document.querySelector({}).textContent", json!(selector)));
        value.as_str().unwrap_or_else(|| panic!("no text in {selector}")).to_owned()
    }

    /// The middle of an element; scrolls the element into view.
    fn place(&mut self, selector: &str) -> Value {
        self.value(&format!(
            "(() => {{ const found = document.querySelector({});
               found.scrollIntoView({{ block: 'center', inline: 'center' }});
               const box = found.getBoundingClientRect();
               return [box.left + box.width / 2, box.top + box.height / 2]; }})()",
            json!(selector)
        ))
    }

    /// Clicks on the middle of an element.
    pub fn click(&mut self, selector: &str) {
        let place = self.place(selector);
        let event = |kind: &str| {
            let event = json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
            ("Input.dispatchMouseEvent", event)
        };
        self.session().commands(&[event("mousePressed"), event("mouseReleased")]);
    }

    pub fn drop_files(&mut self, selector: &str, files: &[&Path]) {
        let place = self.place(selector);
        let data = json!({ "items": [], "files": files, "dragOperationsMask": 1 });
        let event = |kind: &str| json!({ "type": kind, "x": place[0], "y": place[1], "data": data });
        // The browser ignores a drop before the page has accepted the files over it, and a busy page does not see them.
        let start = Instant::now();
        while start.elapsed() < PATIENCE && self.value("document.body.classList.contains('dragging')") != true {
            for kind in ["dragEnter", "dragOver"] {
                self.session().command("Input.dispatchDragEvent", &event(kind));
            }
            thread::sleep(Duration::from_millis(20));
        }
        for kind in ["dragOver", "drop"] {
            self.session().command("Input.dispatchDragEvent", &event(kind));
        }
    }

    /// Types a text into the focused element.
    pub fn write(&mut self, text: &str) {
        self.session().command("Input.insertText", &json!({ "text": text }));
    }

    /// Presses a key, by the browser's name of the key.
    pub fn key(&mut self, key: &str) {
        let text = if key.chars().count() == 1 {
            key
        } else if key == "Enter" {
            "\r"
        } else {
            ""
        };
        self.session().commands(&[
            ("Input.dispatchKeyEvent", json!({ "type": "keyDown", "key": key, "text": text, "code": key })),
            ("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": key, "code": key })),
        ]);
    }

    /// Runs axe-core on the page in dark and in light colors. Returns the violated rules with their elements.
    pub fn violations(&mut self, axe: &str) -> Vec<String> {
        const RUN: &str = "axe.run(document, { resultTypes: ['violations'] }).then((found) =>
            found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`))";
        let mut violations = Vec::new();
        for scheme in ["dark", "light"] {
            let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
            self.session().command("Emulation.setEmulatedMedia", &media);
            self.value(&format!("{axe}; 0"));
            let found = self.value(RUN);
            violations.extend(found.as_array().into_iter().flatten().map(|violation| format!("{scheme}: {violation}")));
        }
        violations
    }

    /// Errors of scripts, and messages in the browser's console.
    pub fn complaints(&mut self) -> &[String] {
        &self.session().complaints
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let Window { session, context } = &self.0;
        if let Some(mut browser) = shared() {
            browser.send("Target.disposeBrowserContext", &json!({ "browserContextId": context }));
        }
        lock(&session.pipes.listeners).remove(&session.id);
    }
}
