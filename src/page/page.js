// Makes command lines from the chosen fields and dropped files, and shows the output of the program.
"use strict";

/** The largest file that the page accepts, because a browser holds the file in memory. */
const MOST_MEGABYTES = 100;

/** The largest number of bytes of a file that recognise its role. */
const MOST_READ = 2 ** 22;

/** The largest number of bytes of a text to show. The saved text is complete. */
const MOST_SHOWN = 100_000;

/** From this depth on, a search may be too long for a page. */
const DEEP = 8;

/** @typedef {{ assignment: string | null, cases: Case[], files: Record<string, string> }} PageData */
/** @typedef {{ name: string, assignment: string, task: string, depth: string, input: string }} Case */
/** @typedef {{ name: string, title: string, output: "game" | "next", heading: string[], tasks: { number: string, algorithm: string, evaluation: string }[], path?: string }} Assignment */
/** @typedef {{ value: T, why: string }} Shown a part of the job, and the reason for its value @template T */
/** @typedef {{ path: string, role: string | null, why: string | null, problem: string | null, is_text: boolean }} Recognised a file, its role and its problem */
/** @typedef {{ files: Recognised[], assignment: Shown<string>, board: Shown<string> | null, task: Shown<number> | null, depth: Shown<number> | null, problem: string | null }} Recognition */
/** @typedef {{ path: string, content: Blob }} Named a file and the path by which the program knows it */
/** @typedef {{ path: string, cases: Case[], rows: string[] }} List a list of cases: its path, its cases, and the rows of its text (the first has the column names) */

const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byId(id));

/** The program, in a worker that runs one command line after the other. */
class Program {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.module = module;
    this.script = URL.createObjectURL(new Blob([byId("worker").textContent ?? ""], { type: "text/javascript" }));
    this.last = Promise.resolve();
    this.start();
  }

  start() {
    this.worker = new Worker(this.script);
    this.worker.postMessage(this.module);
  }

  /**
   * Runs a command line after all earlier command lines.
   * @param {string[]} args @param {Named[]} files @param {(number: 1 | 2, bytes: Uint8Array) => void} print takes the output
   * @param {boolean} colors true for coloured output
   * @returns {Promise<{ code: number, files: [string, Uint8Array][] }>} the exit code, and the new files
   */
  run(args, files, print, colors = true) {
    const done = this.last.then(
      () =>
        new Promise((resolve, reject) => {
          this.abandon = () => reject(new Error("stopped"));
          this.worker.onerror = (event) => reject(new Error(event.message));
          this.worker.onmessage = ({ data }) => ("number" in data ? print(data.number, data.bytes) : resolve(data));
          this.worker.postMessage({ args, files: files.map(({ path, content }) => [path, content]), colors });
        }),
    );
    this.last = done.then(
      () => {},
      () => {},
    );
    return done;
  }

  /** The output of a command line or, if it fails, the problem. @param {string[]} args @param {Named[]} files */
  async answer(args, files) {
    const [decoder, texts] = [new TextDecoder(), ["", "", ""]];
    const done = await this.run(args, files, (number, bytes) => (texts[number] += decoder.decode(bytes)), false);
    // Exit code 1 means that something differs.
    return done.code < 2 ? { text: texts[1] } : { problem: texts[2] };
  }

  /** Stops the running command line. */
  stop() {
    this.worker.terminate();
    this.start();
    this.abandon?.();
  }
}

/** The board, on which a position is painted. */
class Board {
  static OPENING = "---------------------------OX------XO---------------------------";

  /** @param {() => void} painted is called after the user changed the board */
  constructor(painted) {
    this.painted = painted;
    this.squares = [...Board.OPENING];
    this.at = 0;
    const body = /** @type {HTMLElement} */ (document.querySelector("#board tbody"));
    this.cells = boardCells(body, 8, (square) => element("td", { role: "gridcell", "data-square": String(square), class: "empty" }));
    body.addEventListener("click", ({ target }) => {
      const cell = /** @type {HTMLElement} */ (target).closest("td");
      if (!cell) return;
      this.at = Number(cell.dataset.square);
      this.put({ "-": "X", X: "O", O: "-" }[this.squares[this.at]] ?? "-");
      cell.focus();
    });
    body.addEventListener("keydown", (event) => this.key(event));
    for (const side of this.sides()) side.addEventListener("change", painted);
    byId("board-opening").addEventListener("click", () => this.paint(Board.OPENING, "X"));
    byId("board-empty").addEventListener("click", () => this.paint("-".repeat(64), "X"));
    this.show();
  }

  sides() {
    return /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=side]"));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8 };
    const discs = { x: "X", X: "X", o: "O", O: "O", "-": "-", Delete: "-" };
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    const disc = discs[/** @type {keyof typeof discs} */ (event.key)];
    if (step && this.at + step >= 0 && this.at + step < 64 && (Math.abs(step) === 8 || Math.floor(this.at / 8) === Math.floor((this.at + step) / 8))) this.at += step;
    else if (disc) this.put(disc);
    else if (event.key === " ") this.cells[this.at].click();
    else return;
    event.preventDefault();
    this.show();
    this.cells[this.at].focus();
  }

  /** @param {string} disc */
  put(disc) {
    this.squares[this.at] = disc;
    this.show();
    this.painted();
  }

  /** Paints a whole position. @param {string} squares @param {string} side */
  paint(squares, side) {
    this.set(squares, side);
    this.painted();
  }

  /** Shows a position that comes from elsewhere. @param {string} squares @param {string} side */
  set(squares, side) {
    this.squares = [...squares];
    for (const radio of this.sides()) radio.checked = radio.value === side;
    this.show();
  }

  show() {
    const names = { X: "black", O: "white", "-": "empty" };
    this.cells.forEach((cell, square) => {
      const name = names[/** @type {keyof typeof names} */ (this.squares[square])];
      cell.className = name;
      cell.tabIndex = square === this.at ? 0 : -1;
      cell.setAttribute("aria-label", `${squareName(square)} ${name}`);
      cell.replaceChildren(...(name === "empty" ? [] : [element("span", { class: "disc" }, this.squares[square])]));
    });
  }

  /** The position in one line, in a form that does not look like a flag. If the page does not ask for the side, black moves. */
  text() {
    const side = byId("side").hidden ? "X" : [...this.sides()].find((radio) => radio.checked)?.value;
    return `${this.squares.join("").replaceAll("-", ".")} ${side}`;
  }
}

/** The names of the parts, their descriptions, and the labels of their buttons. @type {Record<string, [string, string]>} */
const PARTS = {
  check: ["Check your files: drop or choose the board, the moves file and the log. Then look at the task and the depth.", "Check"],
  watch: ["Step through the search of a board or a tree.", "Show the search"],
  expected: ["Create the expected files.", "Write the files"],
  solve: ["Find the exact value of a position and the best moves.", "Solve"],
};

/** The names of the files to check, by their roles. @type {Record<string, string>} */
const ROLES = { moves: "Moves file", log: "Log", output: "Output" };

/** A pattern for paths of files that the system or a tool has put into a folder. */
const HIDDEN = /(^|\/)(\.|__MACOSX\/)/;

/** The files in a zip archive. @param {Blob} file @returns {Promise<(Named & { size: number })[]>} */
async function unzipped(file) {
  const bytes = new DataView(await file.arrayBuffer());
  const short = (/** @type {number} */ at) => bytes.getUint16(at, true);
  const long = (/** @type {number} */ at) => bytes.getUint32(at, true);
  // The directory is at the end, before a comment.
  let end = bytes.byteLength - 22;
  while (long(end) !== 0x06054b50) end--;
  const found = [];
  for (let at = long(end + 16), left = short(end + 10); left > 0; left--) {
    const [size, local] = [long(at + 24), long(at + 42)];
    const path = new TextDecoder().decode(new Uint8Array(bytes.buffer, at + 46, short(at + 28)));
    const start = local + 30 + short(local + 26) + short(local + 28);
    const packed = file.slice(start, start + long(at + 20));
    const isPacked = short(at + 10) !== 0;
    if (!HIDDEN.test(path) && !path.endsWith("/")) found.push({ path, size, content: isPacked ? await inflated(packed, size) : packed });
    at += 46 + short(at + 28) + short(at + 30) + short(at + 32);
  }
  return found;
}

/** The unpacked bytes; fails if there are more of them than this size. @param {Blob} packed @param {number} size */
async function inflated(packed, size) {
  if (size > MOST_MEGABYTES * 1e6) return new Blob();
  let left = size;
  const counted = new TransformStream({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left < 0) throw new Error("it is larger than it says");
      controller.enqueue(chunk);
    },
  });
  return new Response(packed.stream().pipeThrough(new DecompressionStream("deflate-raw")).pipeThrough(counted)).blob();
}

/** The fields of a row of CSV. @param {string} row */
const fields = (row) => [...row.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/g)].map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare);

/** The largest number of names of a list to show. */
const MOST_LISTED = 4;

/** The first names of a list in order, and the number of further names. @param {string[]} names */
function enumerated(names) {
  const more = names.length - MOST_LISTED;
  return [...names].sort().slice(0, MOST_LISTED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** The path for a board that the user typed as several lines. */
const PASTED = "pasted.txt";

/** A path as an argument, which must not look like a flag. @param {string} path */
const argument = (path) => (path.startsWith("-") ? `./${path}` : path);

/** A word of a command line as a shell takes it. @param {string} word */
const quoted = (word) => (/^[\w./:=+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

class Page {
  /** @param {Program} program @param {PageData} data */
  constructor(program, data) {
    this.program = program;
    this.data = data;
    /** The files that came with the page. @type {Named[]} */
    this.pageFiles = Object.entries(data.files).map(([path, text]) => ({ path, content: new Blob([text]) }));
    /** Dropped files that other files name: assignments, their tables, lists. @type {Map<string, File>} */
    this.others = new Map();
    /** The files to check. @type {Map<string, File>} */
    this.files = new Map();
    /** The list of cases. @type {List | undefined} */
    this.list = undefined;
    /** The files of several cases, by the names that the program expects. @type {Map<string, Blob>} */
    this.outputs = new Map();
    /** Fields that a file has filled in, with the reason. The user still has to confirm these fields. @type {Map<string, string>} */
    this.proposed = new Map();
    /** Ends when the fields are filled in. @type {Promise<void> | undefined} */
    this.proposing = undefined;
    /** True if the user or the course has chosen the assignment. */
    this.isAssignmentChosen = data.assignment !== null;
    /** The reason why the files do not fit together. */
    this.misfit = "";
    /** The number of positions shown so far. */
    this.pictures = 0;
    /** The board as a file or a text; none if it is painted. @type {Named | string | undefined} */
    this.position = undefined;
    /** True if the user has chosen the board. */
    this.isBoardChosen = false;
    /** @type {Assignment[]} */
    this.assignments = [];
    this.board = new Board(() => {
      this.position = undefined;
      this.isBoardChosen = true;
      this.showProblem("");
      input("position").value = "";
      input("case").value = "";
      this.show();
    });
    /** The addresses of files that are shown, by the part that shows them. @type {Map<string, string[]>} */
    this.addresses = new Map();
    /** The part that runs. @type {string | undefined} */
    this.running = undefined;
    /** The last input of each part, and its status. @type {Map<string, { asked: unknown[], status: string }>} */
    this.runs = new Map();
    for (const part of Object.keys(PARTS)) byId("answers").append(element("section", { class: "answer", id: `answer-${part}`, "aria-label": part }));
    this.listen();
    this.showPart();
    /** Ends when the page has started and has taken all files so far. @type {Promise<void>} */
    this.taking = this.begin();
  }

  /** Loads the assignments from the program. */
  async begin() {
    const { text, problem } = await this.program.answer(["assignments", "--json"], []);
    if (!text) throw new Error(problem);
    this.assignments = text.trim().split("\n").map((line) => JSON.parse(line));
    const { data } = this;
    const { assignment, cases } = data;
    let first = this.assignments.findIndex(({ name }) => name === assignment);
    if (assignment && first < 0 && (await this.addAssignment(assignment))) first = this.assignments.length - 1;
    if (cases.length > 0) this.takeList("cases/cases.csv", data.files["cases/cases.csv"]);
    this.showAssignments(Math.max(first, 0));
    this.showRun();
    document.body.dataset.ready = "";
  }

  /** The part in the address of the page. */
  get part() {
    const name = location.hash.slice(1);
    return name in PARTS ? name : "check";
  }

  showPart() {
    const { part } = this;
    for (const found of document.querySelectorAll("[data-parts]")) {
      /** @type {HTMLElement} */ (found).hidden = !String(/** @type {HTMLElement} */ (found).dataset.parts).split(" ").includes(part);
    }
    for (const link of document.querySelectorAll("nav a")) {
      if (link.getAttribute("href") === `#${part}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    for (const name of Object.keys(PARTS)) byId(`answer-${name}`).hidden = name !== part;
    [byId("about").textContent, byId("run").textContent] = PARTS[part];
    document.title = `reversi: ${part}`;
    this.show();
  }

  /** @param {number} chosen */
  showAssignments(chosen) {
    byId("assignment").replaceChildren(
      ...this.assignments.map(({ name, title, path }, index) => element("option", { value: String(index) }, path ? `${path}: ${title}` : `${name}: ${title}`)),
    );
    input("assignment").value = String(chosen);
    this.showTasks();
  }

  get assignment() {
    return this.assignments[Number(input("assignment").value)];
  }

  showTasks() {
    const { value } = input("task");
    const tasks = this.assignment?.tasks ?? [];
    const none = element("option", { value: "" }, "choose one");
    byId("task").replaceChildren(none, ...tasks.map(({ number, algorithm, evaluation }) => element("option", { value: number }, `${number}: ${algorithm}, ${evaluation}`)));
    if (tasks.some(({ number }) => number === value)) input("task").value = value;
    this.show();
  }

  /** Shows the chosen fields and the dropped files. */
  show() {
    const { assignment } = this;
    const setByInput = this.setByInput();
    input("task").disabled = setByInput.includes("task");
    input("depth").disabled = setByInput.includes("depth");
    byId("set-by-input").hidden = setByInput.length === 0;
    byId("set-by-input").textContent = `The input file sets ${setByInput.join(" and ")}.`;
    byId("proposed").hidden = this.proposed.size === 0;
    byId("proposed").textContent = `${this.proposal()}. Does your assignment ask for that?`;
    const { position } = this;
    // If an assignment's input does not name a player, black begins.
    byId("side").hidden = ["check", "expected"].includes(this.part) && !assignment?.heading.includes("player");
    const painted = this.isBoardChosen ? "" : "Using the opening position until you give a board.";
    const isOfCases = this.part === "check" && this.casesWithFiles().length > 1;
    byId("board-source").textContent = isOfCases ? "Each case has its own board, task and depth." : position === undefined ? painted : typeof position === "string" ? "The board is the text below." : `The board is ${position.path}.`;
    byId("case-field").hidden = !this.list;
    const roles = Object.keys(ROLES).filter((role) => (assignment?.output === "next") === (role === "output") || this.files.has(role));
    const items = roles.map((role) => {
      const file = this.files.get(role);
      const choose = element("label", { class: "button" }, `${ROLES[role].replace(" file", "")} file `, element("input", { type: "file", id: `file-${role}`, "data-role": role }));
      const remove = element("button", { type: "button", "data-remove": role, "aria-label": `Without ${ROLES[role]}` }, "\u00d7");
      return element("li", { "data-role": role, class: file ? "is-there" : "" }, element("b", {}, ROLES[role]), element("span", { class: "name" }, file?.name ?? "\u2013"), ...(file ? [remove] : []), choose);
    });
    if (this.outputs.size > 0 && this.list) {
      const remove = element("button", { type: "button", "data-remove": "outputs", "aria-label": "Without the files of several cases" }, "\u00d7");
      const what = `${this.outputs.size} files of ${counted(this.casesWithFiles().length, "case", "cases")} of ${this.list.path}`;
      items.unshift(element("li", { class: "is-there" }, element("b", {}, "Cases"), element("span", { class: "name" }, what), remove));
    }
    byId("roles").replaceChildren(...items);
    this.showRun();
  }

  /** The input on which the answer of the shown part depends. */
  asked() {
    const fields = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#job :is(select, textarea, input:not([type=file], [type=radio])):not([hidden] *, #case)"));
    const files = this.part === "check" ? [this.list, ...this.outputs.values(), ...this.files.values()] : [];
    return [...[...fields].map((field) => (field.type === "checkbox" ? field.checked : field.value)), this.position ?? this.board.text(), ...files, ...this.others.values()];
  }

  /** Shows the running part, the status of the shown part, and a hint if its answer is out of date. */
  showRun() {
    const { part } = this;
    const { asked, status = "" } = this.runs.get(part) ?? {};
    const now = this.asked();
    const isOld = asked !== undefined && (asked.length !== now.length || asked.some((value, place) => value !== now[place]));
    const answer = byId(`answer-${part}`);
    answer.classList.toggle("is-old", isOld);
    byId("old").hidden = !isOld || answer.childElementCount === 0 || this.running === part;
    byId("old").textContent = `The input has changed. To update the result, press ${PARTS[part][1]}.`;
    if (!this.running) byId("status").textContent = isOld ? "" : status;
    byId("stop").hidden = this.running === undefined;
    /** @type {HTMLButtonElement} */ (byId("run")).disabled = this.running !== undefined || this.assignments.length === 0;
  }

  /** The parts of the job that the input file sets. */
  setByInput() {
    const isFile = this.part !== "solve" && this.position !== undefined && typeof this.position !== "string";
    return isFile ? (this.assignment?.heading ?? []).filter((line) => line !== "player") : [];
  }

  /** @param {string} text */
  tell(text) {
    byId("notice").textContent = text;
    byId("notice").scrollIntoView({ block: "nearest" });
  }

  listen() {
    window.addEventListener("hashchange", () => {
      this.tell("");
      this.showPart();
    });
    byId("job").addEventListener("submit", (event) => {
      event.preventDefault();
      this.start();
    });
    for (const change of ["input", "change"]) {
      byId("job").addEventListener(change, ({ target }) => (this.proposed.delete(/** @type {HTMLElement} */ (target).id) ? this.show() : this.showRun()));
    }
    byId("tree-field").addEventListener("toggle", () => this.showRun());
    byId("stop").addEventListener("click", () => this.program.stop());
    byId("assignment").addEventListener("change", () => {
      this.isAssignmentChosen = true;
      this.showTasks();
      this.propose();
    });
    byId("case").addEventListener("change", () => this.choose(this.list?.cases.find(({ name }) => name === input("case").value)));
    input("position").addEventListener("input", () => this.typed(input("position").value));
    for (const id of ["any-files", "assignment-file", "folder-file", "board-file"]) {
      input(id).addEventListener("change", () => {
        const files = [...(input(id).files ?? [])];
        this.take(files.map((content) => ({ path: content.webkitRelativePath || content.name, content })), id === "board-file" ? "board" : undefined);
        input(id).value = "";
      });
    }
    byId("roles").addEventListener("change", ({ target }) => {
      const chosen = /** @type {HTMLInputElement} */ (target);
      this.take([...(chosen.files ?? [])].map((content) => ({ path: content.name, content })), chosen.dataset.role);
    });
    byId("roles").addEventListener("click", ({ target }) => {
      const role = /** @type {HTMLElement} */ (target).dataset.remove;
      if (role === "outputs") this.outputs.clear();
      else if (role) this.files.delete(role);
      this.propose();
    });
    input("pasted").addEventListener("input", () => {
      this.takePasted(input("pasted").value);
      input("pasted").value = "";
    });
    document.addEventListener("paste", (event) => {
      if (/** @type {HTMLElement} */ (event.target).matches("input, textarea") || this.part !== "check") return;
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length > 0) this.take(files.map((content) => ({ path: content.name, content })));
      else this.takePasted(event.clipboardData?.getData("text") ?? "");
    });
    document.addEventListener("dragover", (event) => {
      event.preventDefault();
      document.body.classList.add("dragging");
    });
    document.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) document.body.classList.remove("dragging");
    });
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      document.body.classList.remove("dragging");
      const role = /** @type {HTMLElement} */ (event.target).closest("[data-role]");
      this.drop(event.dataTransfer, /** @type {HTMLElement | null} */ (role)?.dataset.role);
    });
    byId("help-open").addEventListener("click", () => /** @type {HTMLDialogElement} */ (byId("help")).showModal());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === "Escape" && !byId("stop").hidden) this.program.stop();
    if (event.ctrlKey || event.altKey || event.metaKey || target.matches("input:not([type=radio], [type=checkbox]), textarea, select") || document.querySelector("dialog[open]")) return;
    const part = Object.keys(PARTS)[Number(event.key) - 1];
    if (part) location.hash = part;
    else if (event.key === "?") byId("help-open").click();
  }

  /** Takes dropped files, and folders with all their files. @param {DataTransfer | null} dropped @param {string | undefined} role */
  async drop(dropped, role) {
    const files = [...(dropped?.files ?? [])];
    const folders = await Promise.all([...(dropped?.items ?? [])].map(filesOfFolder));
    // For a browser, a folder is also a file.
    const found = files.flatMap((content, place) => folders[place] ?? [{ path: content.name, content }]);
    await this.take(found, files.length === 1 && !folders[0] ? role : undefined);
  }

  /** True if the page accepts files of these sizes; otherwise the page shows a message. @param {{ name: string, size: number }[]} files */
  hasRoomFor(files) {
    const isLarge = files.find(({ size }) => size > MOST_MEGABYTES * 1e6);
    if (isLarge) {
      this.tell(`${isLarge.name} has ${(isLarge.size / 1e6).toFixed(1)} MB. This page accepts at most ${MOST_MEGABYTES} MB per file; the command-line program has no limit.`);
    }
    return !isLarge;
  }

  /** Takes a pasted text as a file. @param {string} text */
  takePasted(text) {
    if (text.trim()) this.take([{ path: "pasted-text.txt", content: new Blob([text]) }]);
  }

  /** The roles of files, by their beginnings. @param {Named[]} files @returns {Promise<Recognition>} */
  async recognised(files) {
    const begun = files.map(({ path, content }) => ({ path, content: content.slice(0, MOST_READ) }));
    const paths = new Set(files.map(({ path }) => path));
    const chosen = this.isAssignmentChosen ? this.assignmentFlag() : [];
    const args = ["recognise", ...chosen, "--json", "--", ...paths];
    const { text, problem } = await this.program.answer(args, [...this.named().filter(({ path }) => !paths.has(path)), ...begun]);
    if (!text) throw new Error(problem);
    return JSON.parse(text);
  }

  /** Takes files after all files so far. @param {Named[]} dropped @param {string} [chosenRole] */
  take(dropped, chosenRole) {
    this.taking = this.taking.catch(() => {}).then(() => this.takeNow(dropped, chosenRole));
    return this.taking;
  }

  /** Takes files, each for the role that it seems to have, or one for the chosen role. Archives are unpacked. @param {Named[]} dropped @param {string} [chosenRole] */
  async takeNow(dropped, chosenRole) {
    if (dropped.length === 0 || !this.hasRoomFor(dropped.map(({ path, content }) => ({ name: path, size: content.size })))) return;
    const messages = [];
    /** @type {Named[]} */
    const files = [];
    for (const file of dropped.length > 1 ? dropped.filter(({ path }) => !HIDDEN.test(path)) : dropped) {
      const inside = await this.unpacked(file);
      if (typeof inside === "string") messages.push(inside);
      else files.push(...inside);
    }
    if (files.length === 0) return this.tell(messages.join("\n"));
    const role = files.length === 1 ? chosenRole : undefined;
    const recognised = new Map((await this.recognised(files)).files.map((file) => [file.path, file]));
    // A list assigns the other files to cases.
    for (const { path, content } of role ? [] : files) {
      if (recognised.get(path)?.role !== "cases") continue;
      this.takeList(path, await content.text());
      messages.push(`${path} is the list of cases.`);
    }
    const inputs = role ? [] : this.takeInputs(files);
    const inCases = role ? [] : this.takeOutputs(files.filter((file) => !inputs.includes(file)));
    if (inCases.length > 0) messages.push(`Found by the names of cases: ${enumerated(inCases.map(({ path }) => path))}.`);
    if (inputs.length > 0) messages.push(`Inputs of ${this.list?.path}: ${enumerated(inputs.map(({ path }) => path))}.`);
    const absent = (this.list?.cases ?? []).filter(({ input }) => !this.named().some(({ path }) => path === this.besideList(input)));
    if (!role && absent.length > 0) messages.push(`Inputs of ${this.list?.path} are missing: ${enumerated(absent.map(({ input }) => input))}. Drop them, too.`);
    const unknown = [];
    /** @type {Map<string, string>} */
    const taken = new Map();
    const names = { ...ROLES, board: "board", assignment: "assignment", other: "file that others name" };
    const called = (/** @type {string} */ role) => names[/** @type {keyof typeof names} */ (role)].toLowerCase();
    for (const { path, content } of files.filter((file) => ![...inCases, ...inputs].includes(file) && file.path !== this.list?.path)) {
      const { role: seems, problem, is_text: isText } = /** @type {Recognised} */ (recognised.get(path));
      const known = seems === "table" ? "other" : (seems ?? undefined);
      const found = isText ? (role ?? known) : undefined;
      const isOne = found === "board" || (found !== undefined && found in ROLES);
      const first = isOne ? taken.get(found) : undefined;
      if (!found) {
        unknown.push(`${path} is not used: ${problem}.`);
      } else if (first) {
        messages.push(`${path === first ? `A second ${path}` : path} is ignored, because ${path === first ? "the first" : first} is already the ${called(found)}.${this.list ? ` No case of ${this.list.path} has its name.` : ""}`);
      } else {
        taken.set(found, path);
        if (found === "board" && !(await this.takeBoard({ path, content }))) {
          messages.push(`${path} cannot be read as a board. The message is beside the board.`);
          continue;
        }
        if (found === "board") this.show();
        else if (found in ROLES) this.files.set(found, new File([content], path));
        else this.others.set(path, new File([content], path));
        const other = known && known !== found && found !== "board" ? `, though it looks like the ${called(known)}` : "";
        messages.push(`${path} is the ${called(found)}${other}.`);
      }
    }
    // In the folder of a project, most files are not outputs.
    if (unknown.length > 3) {
      const none = messages.length > 0 ? "" : " Drop the files that your program writes: the moves and the log.";
      messages.push(`${unknown.length} of ${files.length} files are not used, such as ${unknown[0].split(" is ")[0]}.${none}`);
    } else {
      messages.push(...unknown);
    }
    this.tell(messages.join("\n"));
    for (const { path } of files.filter(({ path }) => recognised.get(path)?.role === "assignment")) {
      if (!(await this.addAssignment(path))) continue;
      this.isAssignmentChosen = true;
      this.showAssignments(this.assignments.length - 1);
    }
    if (inputs.length === 1) await this.choose(this.caseOf(inputs[0].path));
    await this.propose();
  }

  /** The files in an archive, or the file itself, or a message about a wrong archive. @param {Named} file @returns {Promise<Named[] | string>} */
  async unpacked(file) {
    const { path, content } = file;
    const first = await content.slice(0, 3).text().catch(() => "");
    if (!/^PK[\x03\x05]/.test(first)) return [file];
    const inside = await unzipped(content).catch(() => undefined);
    if (!inside) return `${path} is a damaged zip archive. Make it again, or drop the files in it.`;
    if (inside.some(({ path }) => path === "[Content_Types].xml")) return `${path} is an office document. Drop the text files that your program writes.`;
    return this.hasRoomFor(inside.map(({ path, size }) => ({ name: path, size }))) ? inside : [];
  }

  /** Takes a list of cases. @param {string} path @param {string} text */
  takeList(path, text) {
    const [heads, ...rows] = text.replace(/^\ufeff/, "").split(/\r?\n/).filter(Boolean);
    const names = fields(heads).map((name) => name.trim());
    const cases = rows.map((row) => /** @type {Case} */ (Object.fromEntries(fields(row).map((field, place) => [names[place], field]))));
    this.list = { path, cases, rows: [heads, ...rows] };
    this.others.set(path, new File([text], path));
    byId("case").replaceChildren(element("option", { value: "" }, "none of the list"), ...cases.map(({ name }) => element("option", {}, name)));
    return this.list;
  }

  /** The path of a file that the list names. @param {string} name */
  besideList(name) {
    return (this.list?.path.replace(/[^/]*$/, "") ?? "") + name;
  }

  /** The case whose input has this name, in any folder. @param {string} path */
  caseOf(path) {
    return this.list?.cases.find(({ input }) => `/${this.besideList(input)}`.endsWith(`/${path}`) || path.endsWith(`/${input}`));
  }

  /** Takes the inputs of the list's cases, and returns them. @param {Named[]} files */
  takeInputs(files) {
    return files.filter(({ path, content }) => {
      const found = this.caseOf(path);
      if (found) this.others.set(this.besideList(found.input), new File([content], path));
      return found;
    });
  }

  /** The cases of the list that have files. */
  casesWithFiles() {
    return (this.list?.cases ?? []).filter(({ name }) => [...this.outputs.keys()].some((file) => file.startsWith(`${name}-`)));
  }

  /** Takes and returns the files that are named after a case: `case3-log.txt`, `log_case3`, `case3/log.txt`. @param {Named[]} files */
  takeOutputs(files) {
    const kinds = { log: "log", moves: "move", output: "output" };
    const words = (/** @type {string} */ text) => `-${text.toLowerCase().split(/[^a-z\d]+/).join("-")}-`;
    return files.filter(({ path, content }) => {
      const named = this.list?.cases.find(({ name }) => words(path).includes(words(name)));
      const kind = Object.entries(kinds).find(([, word]) => words(path).includes(`-${word}`))?.[0];
      if (named && kind) this.outputs.set(`${named.name}-${kind}.txt`, content);
      return named && kind;
    });
  }

  /** Takes the board from a file, and shows the board or a message. @param {Named} file */
  async takeBoard(file) {
    this.position = file;
    this.isBoardChosen = true;
    if (file.path !== PASTED) input("position").value = "";
    this.show();
    const hasHeading = this.part !== "solve" && this.assignment.heading.length > 0;
    return this.picture([argument(file.path), ...(hasHeading ? this.assignmentFlag() : [])], [...this.named(), file]);
  }

  /** Accepts a board as text; several lines are a file. @param {string} typed */
  async typed(typed) {
    // Empty squares at the start must not look like a flag.
    const text = typed.trim().replace(/^-\S*/, (squares) => squares.replaceAll("-", "."));
    if (text.includes("\n")) {
      await this.takeBoard({ path: PASTED, content: new Blob([typed]) });
      return;
    }
    this.tell("");
    this.position = text || undefined;
    this.isBoardChosen = text !== "";
    this.show();
    if (text) {
      await this.picture([text], []);
      return;
    }
    this.board.set(Board.OPENING, "X");
    this.showProblem("");
  }

  /** Shows a position on the board if it is 8x8, or else a message. Returns true if the position is valid. @param {string[]} args arguments of `board` @param {Named[]} files */
  async picture(args, files) {
    const asked = ++this.pictures;
    const { text, problem = "" } = await this.program.answer(["board", ...args, "--as", "line"], files);
    // Meanwhile the user may have chosen another position.
    if (asked !== this.pictures) return true;
    const [squares, side] = text?.trim().split("\n").at(-1)?.split(" ") ?? [""];
    const isDrawn = squares.length === 64;
    if (isDrawn) this.board.set(squares.toUpperCase(), side);
    this.showProblem(problem || (isDrawn ? "" : "This board is not 8x8, so it is not drawn."), isDrawn);
    return text !== undefined;
  }

  /** Shows a message about the board, which is then not drawn. @param {string} problem @param {boolean} [isDrawn] */
  showProblem(problem, isDrawn = problem === "") {
    this.pictures++;
    const [message, ...lines] = problem.replace(/^reversi: /, "").trimEnd().split("\n");
    byId("board-problem").replaceChildren(message, ...(lines.length > 0 ? [element("pre", { tabindex: "0" }, lines.join("\n"))] : []));
    byId("board-table").hidden = !isDrawn;
  }

  /** The task and the depth that files have filled in, as a text. @returns {string} */
  proposal() {
    const whence = [...new Set(this.proposed.values())].join(" and ");
    const what = [...this.proposed.keys()].map((field) => `${field} ${input(field).value}`);
    return `${what.join(" and ").replace(/^./, (letter) => letter.toUpperCase())}, ${whence}`;
  }

  /** Starts to fill empty fields of the job from the files. */
  propose() {
    // If the user stops the program, there are no proposals.
    this.proposing = this.fillIn().catch(() => {});
    return this.proposing;
  }

  /** Fills empty fields of the job from the files. */
  async fillIn() {
    for (const field of this.proposed.keys()) input(field).value = "";
    this.proposed.clear();
    this.misfit = "";
    const cases = this.casesWithFiles();
    if (cases.length === 1) await this.choose(cases[0]);
    const board = this.position !== undefined && typeof this.position !== "string" ? [this.position] : [];
    const files = [...board, ...[...this.files.values()].map((content) => ({ path: content.name, content }))];
    if (files.length === 0 || this.part === "solve") return this.show();
    const { assignment, task, depth, problem } = await this.recognised(Page.apart(files));
    const place = this.assignments.findIndex(({ name, path }) => (path ?? name) === assignment.value);
    if (!this.isAssignmentChosen && place >= 0 && place !== Number(input("assignment").value)) this.showAssignments(place);
    if (task) this.suggest("task", String(task.value), task.why);
    if (depth) this.suggest("depth", String(depth.value), depth.why);
    if (problem && !this.isBoardChosen) this.misfit = problem;
    this.show();
  }

  /** Fills a field in, if it is empty. @param {string} field @param {string} value @param {string} whence */
  suggest(field, value, whence) {
    if (input(field).value !== "" || this.setByInput().includes(field)) return;
    input(field).value = value;
    if (input(field).value === value) this.proposed.set(field, whence);
  }

  /** Adds the assignment of a file. Returns true if the file is an assignment. @param {string} path */
  async addAssignment(path) {
    const { text, problem } = await this.program.answer(["assignments", "--show", argument(path), "--json"], this.named());
    if (!text) {
      this.tell(problem ?? "");
      return false;
    }
    this.assignments = [...this.assignments.filter((known) => known.path !== path), { ...JSON.parse(text), path }];
    return true;
  }

  /** Chooses a case of the course. @param {Case | undefined} chosen */
  async choose(chosen) {
    if (!chosen) return;
    const assignment = chosen.assignment || "usc2013";
    const path = this.besideList(assignment);
    const isFile = this.named().some((file) => file.path === path);
    if (isFile) await this.addAssignment(path);
    const index = this.assignments.findIndex((known) => (isFile ? known.path === path : known.name === assignment && !known.path));
    this.showAssignments(index);
    if (chosen.task) input("task").value = chosen.task;
    if (chosen.depth) input("depth").value = chosen.depth;
    const file = this.named().find((file) => file.path === this.besideList(chosen.input));
    if (file) await this.takeBoard(file);
    input("case").value = chosen.name;
    this.show();
  }

  /** All files that other files may name. */
  named() {
    return [...this.pageFiles, ...[...this.others].map(([path, content]) => ({ path, content }))];
  }

  /** The flag of the assignment; none for the default assignment. */
  assignmentFlag() {
    const { assignment } = this;
    return assignment === this.assignments[0] ? [] : ["--assignment", argument(assignment.path ?? assignment.name)];
  }

  /** The arguments of the job, and its files. */
  job(number = input("task").value) {
    const { assignment, position } = this;
    const setByInput = this.setByInput();
    const evaluation = this.part === "watch" ? input("evaluation").value.trim() : "";
    const { algorithm } = assignment.tasks.find((task) => task.number === number) ?? { algorithm: "alphabeta" };
    const task = evaluation ? ["--search", algorithm === "greedy" ? "minimax" : algorithm, "--eval", evaluation] : ["-t", number];
    const isFile = position !== undefined && typeof position !== "string";
    return {
      args: [
        ...this.assignmentFlag(),
        ...(setByInput.includes("task") && !evaluation ? [] : task),
        ...(setByInput.includes("depth") ? [] : ["-d", input("depth").value]),
        "-i",
        isFile ? argument(position.path) : (position ?? this.board.text()),
      ],
      files: [...this.named(), ...(isFile ? [position] : [])],
    };
  }

  /** The field of the job that still has to be filled in. */
  missing() {
    const isTree = this.part === "watch" && /** @type {HTMLDetailsElement} */ (byId("tree-field")).open;
    const isOfCases = this.part === "check" && this.casesWithFiles().length > 1;
    if (this.part === "solve" || isTree || isOfCases) return undefined;
    const hasEvaluation = this.part === "watch" && input("evaluation").value.trim();
    return ["task", "depth"].find((field) => !input(field).value && !this.setByInput().includes(field) && !(field === "task" && hasEvaluation));
  }

  /** Runs the shown part. */
  async start() {
    const { part } = this;
    if (this.running) return;
    this.running = part;
    this.showRun();
    await this.taking;
    await this.proposing;
    const missing = this.missing();
    if (missing) {
      this.running = undefined;
      this.showRun();
      this.tell(`Choose the ${missing} of your assignment: no file names it.`);
      return input(missing).focus();
    }
    if (part === "check" && this.misfit) {
      this.running = undefined;
      this.showRun();
      return this.tell(`${this.misfit}.`);
    }
    this.tell("");
    const [answer, origin] = [byId(`answer-${part}`), document.activeElement];
    answer.replaceChildren();
    for (const address of this.addresses.get(part) ?? []) URL.revokeObjectURL(address);
    this.addresses.set(part, []);
    const begun = performance.now();
    const seconds = (/** @type {number} */ digits) => `${((performance.now() - begun) / 1000).toFixed(digits)} s`;
    const depth = part === "solve" ? 0 : Number(input("depth").value);
    const ticking = setInterval(() => {
      const isLong = depth >= DEEP && performance.now() - begun > 3000;
      byId("status").textContent = `Running ${part}: ${seconds(1)}${isLong ? `. Each ply multiplies the time, so depth ${depth} may never end.` : ""}`;
    }, 100);
    const run = { asked: this.asked(), status: "" };
    this.runs.set(part, run);
    this.showRun();
    try {
      await { check: () => this.check(answer), watch: () => this.watch(answer), expected: () => this.expected(answer), solve: () => this.solve(answer) }[part]?.();
      if (answer.hasChildNodes()) run.status = `done in ${seconds(2)}`;
      // At least the start of the answer is in view.
      if (answer.getBoundingClientRect().top > window.innerHeight / 2) answer.scrollIntoView({ block: "start" });
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      run.status = `${message} after ${seconds(1)}`;
    } finally {
      clearInterval(ticking);
      this.running = undefined;
      // A disabled or hidden button has lost the focus.
      const isHere = [origin, byId("stop"), document.body].includes(document.activeElement);
      this.showRun();
      if (isHere) /** @type {HTMLElement | null} */ (answer.querySelector(".found:not([hidden]), pre, iframe"))?.focus({ preventScroll: true });
    }
  }

  /**
   * Runs a command line, and shows it with its output.
   * @param {HTMLElement} answer its place @param {string[]} args @param {Named[]} files
   */
  async shown(answer, args, files) {
    const [found, wrong] = [element("div", { class: "found", tabindex: "0" }), element("pre", { class: "wrong", role: "alert", tabindex: "0" })];
    const hints = [];
    if (!this.isBoardChosen && args.includes(this.board.text())) hints.push("No board given; using the opening position.");
    if (this.proposed.size > 0 && args.includes("-i")) hints.push(`${this.proposal()}. If your assignment asks for another, choose it above.`);
    const report = element("div", { class: "report" }, ...hints.map((hint) => element("p", { class: "hint" }, hint)), found);
    answer.replaceChildren(report);
    const texts = ["", "", ""];
    const decoders = [new TextDecoder(), new TextDecoder(), new TextDecoder()];
    const done = await this.program.run(args, files, (number, bytes) => {
      texts[number] += decoders[number].decode(bytes, { stream: true });
      if (number === 1) found.replaceChildren(...reflowed(unbroken(texts[1].replace(/\n$/, ""))));
      else wrong.replaceChildren(...colored(texts[2].replace(/\n$/, "")));
      if (number !== 2) return;
      // The program warns before a long search, so the warning must be in view.
      report.append(wrong);
      wrong.scrollIntoView({ block: "nearest" });
    });
    found.hidden = texts[1] === "";
    report.append(element("p", { class: "command" }, element("code", {}, `reversi ${args.map(quoted).join(" ")}`)));
    return { ...done, errors: texts[2] };
  }

  /** The files, with a different path for each. @param {Named[]} files */
  static apart(files) {
    const taken = new Set();
    return files.map(({ path, content }) => {
      let free = path;
      for (let number = 2; taken.has(free); number++) free = `${number}/${path}`;
      taken.add(free);
      return { path: free, content };
    });
  }

  /** @param {HTMLElement} answer */
  async check(answer) {
    if (this.casesWithFiles().length > 1) return this.checkCases(answer);
    const { args, files } = this.job();
    const flags = { moves: "-op", log: "-ol", output: "-o" };
    for (const [name, content] of this.outputs) this.files.set(/-(\w+)\.txt$/.exec(name)?.[1] ?? "", new File([content], name));
    const roles = /** @type {(keyof typeof flags)[]} */ ([...this.files.keys()]).filter((role) => (role === "output") === (this.assignment.output === "next"));
    if (roles.length === 0) return this.tell("There is nothing to check yet: drop your log, your moves file, or both.");
    const all = Page.apart([...files, ...roles.map((role) => ({ path: this.files.get(role)?.name ?? role, content: /** @type {File} */ (this.files.get(role)) }))]);
    const checked = roles.flatMap((role, index) => [flags[role], argument(all[files.length + index].path)]);
    const equality = input("equality").value;
    const line = ["check", ...args, ...checked, ...(equality ? [equality] : [])];
    const hasLog = roles.some((role) => role !== "moves");
    let done = await this.shown(answer, hasLog ? [...line, "--html", "compared.html"] : line, all);
    // Without a log there is no page, so only the report is shown.
    if (done.code === 2 && done.errors.includes("--html")) done = await this.shown(answer, line, all);
    this.showPage(answer, done.files, "compared.html");
  }

  /** Checks the files of several cases, and shows a comparison for each. @param {HTMLElement} answer */
  async checkCases(answer) {
    const { path, cases, rows } = /** @type {List} */ (this.list);
    const chosen = this.casesWithFiles();
    // A list of only these cases replaces the whole list under the same path, so the paths of inputs stay valid.
    const content = new Blob([rows.filter((_, row) => row === 0 || chosen.includes(cases[row - 1])).join("\n")]);
    const files = [...this.named().filter((file) => file.path !== path), { path, content }, ...[...this.outputs].map(([name, content]) => ({ path: `outputs/${name}`, content }))];
    const done = await this.shown(answer, ["check", "--cases", argument(path), "outputs", "--html", "pages"], files);
    const pages = done.files.filter(([name]) => name !== "pages/index.html");
    const links = pages.map(([name]) => element("button", { type: "button", "data-page": name }, name.replace(/^pages\/|\.html$/g, "")));
    if (links.length === 0) return;
    const place = element("div", { class: "watch" });
    answer.querySelector(".report")?.append(element("p", { class: "buttons" }, "Compare:", ...links));
    answer.append(place);
    for (const link of links) {
      link.addEventListener("click", () => {
        for (const other of links) other.setAttribute("aria-pressed", String(other === link));
        this.showPage(place, pages, String(link.dataset.page));
      });
    }
    links[0].click();
  }

  /** @param {HTMLElement} answer */
  async watch(answer) {
    const tree = input("tree").value.trim();
    const at = input("subtree").value.trim();
    const subtree = at ? ["--at", at] : [];
    if (tree && /** @type {HTMLDetailsElement} */ (byId("tree-field")).open) {
      const line = ["explain", "--tree", "tree.txt", "--root", input("tree-root").value, ...subtree, "-o", "search.html"];
      const algorithm = input("tree-search").value;
      const done = await this.shown(answer, algorithm ? [...line, algorithm] : line, [{ path: "tree.txt", content: new Blob([`${tree}\n`]) }]);
      return this.showPage(answer, done.files, "search.html");
    }
    const { args, files } = this.job();
    const done = await this.shown(answer, ["explain", ...args, ...subtree, "-o", "search.html"], files);
    this.showPage(answer, done.files, "search.html");
  }

  /** @param {HTMLElement} answer */
  async expected(answer) {
    const { args, files } = this.job();
    const outputs = this.assignment.output === "next" ? { "-o": "expected-output.txt" } : { "-op": "expected-moves.txt", "-ol": "expected-log.txt" };
    const line = [...(this.assignment.output === "next" ? ["next"] : []), ...args, ...Object.entries(outputs).flat()];
    const done = await this.shown(answer, line, files);
    for (const path of Object.values(outputs)) {
      const [, bytes] = done.files.find(([made]) => made === path) ?? [];
      if (!bytes) continue;
      const text = new TextDecoder().decode(bytes.subarray(0, MOST_SHOWN));
      const isAll = bytes.length <= MOST_SHOWN;
      const more = isAll ? "" : `, of which the first ${MOST_SHOWN.toLocaleString("en")} are shown`;
      answer.append(
        element("p", {}, element("b", {}, path), ` ${bytes.length.toLocaleString("en")} bytes${more}. `, this.save(path, bytes, "text/plain")),
        element("pre", { class: "text", tabindex: "0" }, text),
      );
    }
  }

  /** @param {HTMLElement} answer */
  async solve(answer) {
    const { position } = this;
    const isFile = position !== undefined && typeof position !== "string";
    if (position === undefined && /^\.{64}/.test(this.board.text())) return this.tell("The board is empty. Place discs, drop a file, or type a position.");
    const all = input("all-moves").checked ? ["--all"] : [];
    const what = isFile ? argument(position.path) : (position ?? this.board.text());
    const { code } = await this.shown(answer, ["solve", what, ...all], isFile ? [position] : []);
    if (code === 0) answer.append(element("p", { class: "hint" }, "Values are final disc differences for the player to move: +4 wins by 4 discs, -4 loses by 4."));
  }

  /** The address of a file from the program, valid as long as the answer is shown. @param {Uint8Array} bytes @param {string} type */
  address(bytes, type) {
    const address = URL.createObjectURL(new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (bytes)], { type }));
    this.addresses.get(this.running ?? this.part)?.push(address);
    return address;
  }

  /** A link that saves a file. @param {string} name @param {Uint8Array} bytes @param {string} type */
  save(name, bytes, type) {
    return element("a", { href: this.address(bytes, type), download: name }, "Save");
  }

  /** Shows a page from the program in a frame. @param {HTMLElement} answer @param {[string, Uint8Array][]} files @param {string} name */
  showPage(answer, files, name) {
    const [, bytes] = files.find(([path]) => path === name) ?? [];
    if (!bytes) return;
    const address = this.address(bytes, "text/html;charset=utf-8");
    const place = answer.matches(".watch") ? answer : element("div", { class: "watch" });
    if (place !== answer) answer.append(place);
    place.replaceChildren(
      element("p", {}, element("a", { class: "button", href: address, target: "_blank" }, "Open in a new tab"), " \u00b7 ", this.save(name, bytes, "text/html")),
      element("iframe", { src: address, title: name }),
    );
  }
}

/** The files of a dropped folder; `undefined` if it is not a folder. @param {DataTransferItem} item @returns {Promise<Named[] | undefined>} */
async function filesOfFolder(item) {
  // Chromium reads an entry only on pages from a server. Other browsers have no handles.
  if (item.getAsFileSystemHandle) {
    const handle = await item.getAsFileSystemHandle();
    return handle?.kind === "directory" ? filesOfHandle(handle, `${handle.name}/`) : undefined;
  }
  const entry = item.webkitGetAsEntry();
  return entry?.isDirectory ? filesOfEntry(/** @type {FileSystemDirectoryEntry} */ (entry)) : undefined;
}

/** @param {FileSystemDirectoryHandle} folder @param {string} path @returns {Promise<Named[]>} */
async function filesOfHandle(folder, path) {
  /** @type {Named[]} */
  const found = [];
  for await (const [name, handle] of folder.entries()) {
    if (handle.kind === "directory") found.push(...(await filesOfHandle(handle, `${path}${name}/`)));
    else found.push({ path: path + name, content: await handle.getFile() });
  }
  return found;
}

/** @param {FileSystemDirectoryEntry} folder @returns {Promise<Named[]>} */
async function filesOfEntry(folder) {
  const reader = folder.createReader();
  /** @type {Named[]} */
  const found = [];
  for (;;) {
    // A reader returns a few entries at a time.
    const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return found;
    for (const entry of entries) {
      if (entry.isDirectory) found.push(...(await filesOfEntry(entry)));
      else found.push({ path: entry.fullPath.slice(1), content: await new Promise((resolve, reject) => entry.file(resolve, reject)) });
    }
  }
}

/** The program, which is compressed in the page. */
async function unpacked() {
  const text = atob(byId("module").textContent ?? "");
  const bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place++) bytes[place] = text.charCodeAt(place);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/** The page, after the program is loaded. @type {Page | undefined} */
let page;

unpacked()
  .then((module) => {
    page = new Page(new Program(module), JSON.parse(byId("data").textContent ?? ""));
    return page.taking;
  })
  .catch((error) => (byId("about").textContent = `This browser cannot run the program: ${error}`));
