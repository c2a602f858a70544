// The page: makes command lines of what is chosen and dropped, and shows what the program prints and writes.
"use strict";

/** The largest file that the page takes: a browser holds it in memory. */
const MOST_MEGABYTES = 100;

/** The bytes of a text that are shown; all of it is saved. */
const MOST_SHOWN = 100_000;

/** @typedef {{ assignment: string | null, cases: Case[], files: Record<string, string> }} PageData */
/** @typedef {{ name: string, assignment: string, task: string, depth: string, input: string }} Case */
/** @typedef {{ name: string, title: string, output: "game" | "next", heading: string[], tasks: { number: string, algorithm: string, evaluation: string }[], path?: string }} Assignment */
/** @typedef {{ path: string, content: Blob }} Named a file and the path by which the program knows it */

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
   * Runs a command line when those before it are done.
   * @param {string[]} args @param {Named[]} files @param {(number: 1 | 2, bytes: Uint8Array) => void} told what it prints
   * @param {boolean} colors whether that has colours
   * @returns {Promise<{ code: number, files: [string, Uint8Array][] }>} the exit code, and the files that it has made
   */
  run(args, files, told, colors = true) {
    const done = this.last.then(
      () =>
        new Promise((resolve, reject) => {
          this.abandon = () => reject(new Error("stopped"));
          this.worker.onerror = (event) => reject(new Error(event.message));
          this.worker.onmessage = ({ data }) => ("number" in data ? told(data.number, data.bytes) : resolve(data));
          this.worker.postMessage({ args, files: files.map(({ path, content }) => [path, content]), colors });
        }),
    );
    this.last = done.then(
      () => {},
      () => {},
    );
    return done;
  }

  /** What a command line prints or, where it fails, what is wrong. @param {string[]} args @param {Named[]} files */
  async answer(args, files) {
    const [decoder, texts] = [new TextDecoder(), ["", "", ""]];
    const done = await this.run(args, files, (number, bytes) => (texts[number] += decoder.decode(bytes)), false);
    return done.code === 0 ? { text: texts[1] } : { problem: texts[2] };
  }

  /** Ends the command line that runs. */
  stop() {
    this.worker.terminate();
    this.start();
    this.abandon?.();
  }
}

/** What the colours of a terminal are here, by their last digit. */
const COLORS = ["dimmed", "red", "green", "yellow", "blue", "magenta", "cyan", ""];

/** A text with the colours that it asks for, as a terminal shows it. @param {string} text */
function colored(text) {
  const [first, ...rest] = text.split("\x1b[");
  const parts = [document.createTextNode(first)];
  let classes = new Set();
  for (const part of rest) {
    const end = part.indexOf("m");
    for (const code of part.slice(0, end).split(";").map(Number)) {
      if (code === 0) classes = new Set();
      else if (code === 1) classes.add("bold");
      else if (code === 2) classes.add("dimmed");
      else if (code === 7) classes.add("reversed");
      else if ((code >= 30 && code < 38) || (code >= 90 && code < 98)) classes.add(COLORS[code % 10]);
    }
    const names = [...classes].filter(Boolean).join(" ");
    const said = part.slice(end + 1);
    parts.push(names ? element("span", { class: names }, said) : document.createTextNode(said));
  }
  return parts;
}

/** The board, on which a position is painted. */
class Board {
  static OPENING = "---------------------------OX------XO---------------------------";

  /** @param {() => void} painted is called when somebody has changed it */
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

  /** The position in one line, which does not begin as a flag does. Black moves where the side is not asked for. */
  text() {
    const side = byId("side").hidden ? "X" : [...this.sides()].find((radio) => radio.checked)?.value;
    return `${this.squares.join("").replaceAll("-", ".")} ${side}`;
  }
}

/** What the parts are called, what they do, and what their button says. @type {Record<string, [string, string]>} */
const PARTS = {
  check: ["Is this log right? Say which job it is, and drop the board, the moves file and the log.", "Check"],
  watch: ["A search to watch, row by row: of a board, or of a tree.", "Show the search"],
  expected: ["The files of a job as they must be.", "Write the files"],
  solve: ["What is a position worth with perfect play, and by which moves?", "Solve"],
};

/** The files that are checked, by what they are. @type {Record<string, string>} */
const ROLES = { moves: "Moves file", log: "Log", output: "Output" };

/** Whether a line is a row of a board: eight squares of at most three kinds. @param {string} line */
const isRow = (line) => line.length === 8 && !/[\s\d,;]/.test(line) && new Set(line).size <= 3;

/** Whether lines are a board, perhaps with a heading. @param {string[]} lines */
const areBoard = (lines) => lines.length < 13 && lines.some(isRow);

/** The first lines of a text that are not empty; none of what is no text or cannot be read. @param {Blob} file */
async function firstLines(file) {
  const bytes = new Uint8Array(await file.slice(0, 4096).arrayBuffer().catch(() => new ArrayBuffer(0)));
  // What some programs of Windows write.
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  const text = new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
  const lines = text.includes("\0") ? [] : text.split(/\r\n?|\n/);
  return lines.map((line) => line.trimEnd()).filter(Boolean);
}

/** What the program knows the text of the board by, where it has several lines. */
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
    this.given = Object.entries(data.files).map(([path, text]) => ({ path, content: new Blob([text]) }));
    /** Dropped files that others name: assignments, their tables, lists. @type {Map<string, File>} */
    this.others = new Map();
    /** The files to check. @type {Map<string, File>} */
    this.files = new Map();
    /** The folder to check, with its files, and the path of the list of their cases. @type {{ name: string, files: Named[], list?: string } | undefined} */
    this.folder = undefined;
    /** The board, where it is not the painted one: a file, or a text. @type {Named | string | undefined} */
    this.position = undefined;
    /** Whether somebody has chosen the board. */
    this.isBoardGiven = false;
    /** @type {Assignment[]} */
    this.assignments = [];
    this.board = new Board(() => {
      this.position = undefined;
      this.isBoardGiven = true;
      this.picture(undefined);
      input("position").value = "";
      input("case").value = "";
      this.show();
    });
    /** The addresses of files that are shown, by the part that shows them. @type {Map<string, string[]>} */
    this.addresses = new Map();
    /** The part that runs. @type {string | undefined} */
    this.running = undefined;
    /** What each part was asked for last, and what has become of it. @type {Map<string, { asked: unknown[], status: string }>} */
    this.runs = new Map();
    for (const part of Object.keys(PARTS)) byId("answers").append(element("section", { class: "answer", id: `answer-${part}`, "aria-label": part }));
    this.listen();
    this.showPart();
  }

  /** Asks the program what there is. */
  async begin() {
    const { text = "" } = await this.program.answer(["assignments", "--json"], []);
    this.assignments = text.trim().split("\n").map((line) => JSON.parse(line));
    const { assignment, cases } = this.data;
    let first = this.assignments.findIndex(({ name }) => name === assignment);
    if (assignment && first < 0 && (await this.addAssignment(assignment))) first = this.assignments.length - 1;
    byId("case-field").hidden = cases.length === 0;
    byId("case").replaceChildren(element("option", { value: "" }, "none of the course"), ...cases.map(({ name }) => element("option", {}, name)));
    this.showAssignments(Math.max(first, 0));
    this.showRun();
    document.body.dataset.ready = "";
  }

  /** The part that the address names. */
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
    byId("task").replaceChildren(...tasks.map(({ number, algorithm, evaluation }) => element("option", { value: number }, `${number}: ${algorithm}, ${evaluation}`)));
    if (tasks.some(({ number }) => number === value)) input("task").value = value;
    this.show();
  }

  /** Shows what was chosen and dropped. */
  show() {
    const { assignment } = this;
    const saidByInput = this.saidByInput();
    input("task").disabled = saidByInput.includes("task");
    input("depth").disabled = saidByInput.includes("depth");
    byId("said-by-input").hidden = saidByInput.length === 0;
    byId("said-by-input").textContent = `The board's file says ${saidByInput.join(" and ")}.`;
    const { position } = this;
    // Where the input of an assignment names no player, black begins.
    byId("side").hidden = ["check", "expected"].includes(this.part) && !assignment?.heading.includes("player");
    const painted = this.isBoardGiven ? "" : "The opening, as long as no board is given.";
    byId("board-source").textContent = position === undefined ? painted : typeof position === "string" ? "The board is the text below." : `The board is ${position.path}.`;
    const roles = Object.keys(ROLES).filter((role) => (assignment?.output === "next") === (role === "output") || this.files.has(role));
    const items = roles.map((role) => {
      const file = this.files.get(role);
      const choose = element("label", { class: "button" }, `${ROLES[role].replace(" file", "")} file `, element("input", { type: "file", id: `file-${role}`, "data-role": role }));
      const remove = element("button", { type: "button", "data-remove": role, "aria-label": `Without ${ROLES[role]}` }, "\u00d7");
      return element("li", { "data-role": role, class: file ? "is-there" : "" }, element("b", {}, ROLES[role]), element("span", { class: "name" }, file?.name ?? "\u2013"), ...(file ? [remove] : []), choose);
    });
    if (this.folder) {
      const { name, files, list } = this.folder;
      const remove = element("button", { type: "button", "data-remove": "folder", "aria-label": "Without the folder" }, "\u00d7");
      const what = list ? `${name}: ${files.length} files, cases of ${list}` : `${name}: ${files.length} files, and no list of cases`;
      items.unshift(element("li", { class: "is-there" }, element("b", {}, "Folder"), element("span", { class: "name" }, what), remove));
    }
    byId("roles").replaceChildren(...items);
    this.showRun();
  }

  /** What the answer of the shown part depends on. */
  asked() {
    const fields = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#job :is(select, textarea, input:not([type=file], [type=radio])):not([hidden] *, #case)"));
    const files = this.part === "check" ? [this.folder, this.folder?.list, ...this.files.values()] : [];
    return [...[...fields].map((field) => (field.type === "checkbox" ? field.checked : field.value)), this.position ?? this.board.text(), ...files, ...this.others.values()];
  }

  /** Shows what runs, what has become of the shown part, and whether its answer is still that of what is asked. */
  showRun() {
    const { part } = this;
    const { asked, status = "" } = this.runs.get(part) ?? {};
    const now = this.asked();
    const isOld = asked !== undefined && (asked.length !== now.length || asked.some((value, place) => value !== now[place]));
    const answer = byId(`answer-${part}`);
    answer.classList.toggle("is-old", isOld);
    byId("old").hidden = !isOld || answer.childElementCount === 0 || this.running === part;
    byId("old").textContent = `This is the answer for earlier input: press ${PARTS[part][1]}.`;
    if (!this.running) byId("status").textContent = isOld ? "" : status;
    byId("stop").hidden = this.running === undefined;
    /** @type {HTMLButtonElement} */ (byId("run")).disabled = this.running !== undefined || this.assignments.length === 0;
  }

  /** What the file of the board says itself. */
  saidByInput() {
    const isFile = this.part !== "solve" && this.position !== undefined && typeof this.position !== "string";
    return isFile ? (this.assignment?.heading ?? []).filter((line) => line !== "player") : [];
  }

  /** @param {string} text */
  tell(text) {
    byId("notice").textContent = text;
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
    for (const change of ["input", "change"]) byId("job").addEventListener(change, () => this.showRun());
    byId("tree-field").addEventListener("toggle", () => this.showRun());
    byId("stop").addEventListener("click", () => this.program.stop());
    byId("assignment").addEventListener("change", () => this.showTasks());
    byId("case").addEventListener("change", () => this.choose(this.data.cases.find(({ name }) => name === input("case").value)));
    input("position").addEventListener("input", () => this.typed(input("position").value));
    for (const id of ["any-files", "assignment-file", "folder-file", "board-file"]) {
      input(id).addEventListener("change", () => {
        const files = [...(input(id).files ?? [])];
        if (id === "folder-file") this.takeFolder(files.map((content) => ({ path: content.webkitRelativePath, content })));
        else this.take(files, id === "board-file" ? "board" : undefined);
        input(id).value = "";
      });
    }
    byId("roles").addEventListener("change", ({ target }) => {
      const chosen = /** @type {HTMLInputElement} */ (target);
      this.take([...(chosen.files ?? [])], chosen.dataset.role);
    });
    byId("roles").addEventListener("click", ({ target }) => {
      const role = /** @type {HTMLElement} */ (target).dataset.remove;
      if (role === "folder") this.folder = undefined;
      else if (role) this.files.delete(role);
      this.show();
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

  /** Takes what was dropped: files, and folders with all that is in them. @param {DataTransfer | null} dropped @param {string | undefined} role */
  async drop(dropped, role) {
    const files = [...(dropped?.files ?? [])];
    const folders = await Promise.all([...(dropped?.items ?? [])].map(filesOfFolder));
    // To a browser, a folder is a file, too.
    await this.take(files.filter((_, place) => !folders[place]), files.length === 1 ? role : undefined);
    for (const folder of folders) if (folder) await this.takeFolder(folder);
  }

  /** Whether the page takes files of these sizes; where it does not, it says so. @param {{ name: string, size: number }[]} files */
  hasRoomFor(files) {
    const isLarge = files.find(({ size }) => size > MOST_MEGABYTES * 1e6);
    if (isLarge) {
      this.tell(`${isLarge.name} has ${(isLarge.size / 1e6).toFixed(1)} MB. This page takes files of at most ${MOST_MEGABYTES} MB; the program on a computer takes files of any length.`);
    }
    return !isLarge;
  }

  /** Takes files, each for what it seems to be, or all for a role. @param {File[]} files @param {string} [role] */
  async take(files, role) {
    if (files.length === 0 || !this.hasRoomFor(files)) return;
    const told = [];
    /** @type {Map<string, string>} */
    const taken = new Map();
    const names = { ...ROLES, board: "board", assignment: "assignment", list: "list of cases", other: "file that others name" };
    const called = (/** @type {string} */ role) => names[/** @type {keyof typeof names} */ (role)].toLowerCase();
    for (const file of files) {
      const { name } = file;
      const seems = await this.roleOf(file);
      const found = role ?? seems;
      const isOne = found === "board" || (found !== undefined && found in ROLES);
      const first = isOne ? taken.get(found) : undefined;
      if (!found) {
        told.push(`${name} is not recognised: drop it on the slot where it belongs.`);
      } else if (first) {
        told.push(`${name} is not taken: ${first} is the ${called(found)}.`);
      } else if (found === "board" && !(await this.takeBoard({ path: name, content: file }))) {
        told.push(`${name} is not recognised as a board: the board stays as it was.`);
      } else {
        taken.set(found, name);
        if (found in ROLES) this.files.set(found, file);
        else if (found !== "board") this.others.set(name, file);
        if (found === "list" && this.folder) this.folder.list = name;
        const other = seems && seems !== found && found !== "board" ? `, though it looks like the ${called(seems)}` : "";
        told.push(`${name} is the ${called(found)}${other}.`);
      }
    }
    this.tell(told.join("\n"));
    for (const file of files.filter(({ name }) => name.endsWith(".toml"))) {
      if (await this.addAssignment(file.name)) this.showAssignments(this.assignments.length - 1);
    }
    this.show();
  }

  /** What a file seems to be, if it is recognised. @param {File} file */
  async roleOf(file) {
    const name = file.name.toLowerCase();
    if (name.endsWith(".toml")) return "assignment";
    const lines = await firstLines(file);
    if (name.endsWith(".csv")) return /\binput\b/i.test(lines[0] ?? "") ? "list" : "other";
    const isBoard = file.size < 1024 && areBoard(lines) && isRow(lines.at(-1) ?? "");
    const { output = "game", heading = [] } = this.assignment ?? {};
    // A board alone is what programs write that only choose a move.
    if (isBoard && !(output === "next" && lines.length === 8 && (heading.length > 0 || this.position))) return "board";
    const hasRows = lines.some(isRow);
    // A row of a log has numbers: most of its lines have.
    const isLog = lines.length > 0 && 2 * lines.filter((line) => /\d|infinity/i.test(line)).length >= lines.length;
    const isPacked = /\.(gz|zst)$/.test(name);
    if (!hasRows && !isLog && !isPacked) return undefined;
    if (output === "next") return "output";
    return hasRows || /move|step/.test(name) ? "moves" : "log";
  }

  /**
   * Takes the board from a file that is one, and shows it where the program can read it without its job.
   * @param {Named} file @returns {Promise<boolean>} whether it is one
   */
  async takeBoard(file) {
    const inOneLine = async () => (await this.program.answer(["board", argument(file.path), "--as", "line"], [file])).text;
    // Without rows it may be in another notation, which the program knows.
    if (file.path !== PASTED && !areBoard(await firstLines(file.content)) && !(await inOneLine())) return false;
    this.position = file;
    this.isBoardGiven = true;
    if (file.path !== PASTED) input("position").value = "";
    this.show();
    this.picture(await inOneLine());
    return true;
  }

  /** Takes a board as text: several lines are a file. @param {string} typed */
  async typed(typed) {
    // What begins with empty squares must not look like a flag.
    const text = typed.trim().replace(/^-\S*/, (squares) => squares.replaceAll("-", "."));
    if (text.includes("\n")) {
      await this.takeBoard({ path: PASTED, content: new Blob([typed]) });
      return;
    }
    this.position = text || undefined;
    this.isBoardGiven = true;
    this.show();
    this.picture(text && (await this.program.answer(["board", text, "--as", "line"], [])).text);
  }

  /** Shows a position in one line on the board, if it has one of this size. @param {string | undefined} line */
  picture(line) {
    const [squares, side] = line?.trim().split("\n").at(-1)?.split(" ") ?? [""];
    const isShown = squares.length === 64;
    if (isShown) this.board.set(squares.toUpperCase(), side);
    byId("board").classList.toggle("is-elsewhere", !isShown && this.position !== undefined);
  }

  /** Takes a folder of several cases. @param {Named[]} files */
  async takeFolder(files) {
    if (!this.hasRoomFor(files.map(({ path, content }) => ({ name: path, size: content.size })))) return;
    const lists = [];
    for (const file of files.filter(({ path }) => path.endsWith(".csv"))) {
      if (/\binput\b/i.test((await file.content.slice(0, 4096).text()).split("\n")[0])) lists.push(file.path);
    }
    const dropped = [...this.others.keys()].filter((name) => name.endsWith(".csv"));
    const list = lists[0] ?? dropped.at(-1) ?? (this.data.cases.length > 0 ? "cases/cases.csv" : undefined);
    this.folder = { name: files[0]?.path.split("/")[0] ?? "", files, list };
    this.tell(list ? "" : "The folder has no list of cases. Drop the list, too: a CSV file with the columns name, assignment, task, depth and input.");
    this.show();
  }

  /** Adds the assignment of a file, and returns whether it is one. @param {string} path */
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
    const path = `cases/${chosen.assignment}`;
    const isFile = this.data.files[path] !== undefined;
    if (isFile) await this.addAssignment(path);
    const index = this.assignments.findIndex((known) => (isFile ? known.path === path : known.name === chosen.assignment && !known.path));
    this.showAssignments(index);
    if (chosen.task) input("task").value = chosen.task;
    if (chosen.depth) input("depth").value = chosen.depth;
    const file = this.given.find((file) => file.path === `cases/${chosen.input}`);
    if (file) await this.takeBoard(file);
    input("case").value = chosen.name;
  }

  /** All files that others may name. */
  named() {
    return [...this.given, ...[...this.others].map(([path, content]) => ({ path, content }))];
  }

  /** The arguments of the job, and its files. */
  job() {
    const { assignment, position } = this;
    const saidByInput = this.saidByInput();
    const isUsual = assignment === this.assignments[0];
    const assignmentFlag = isUsual ? [] : ["--assignment", argument(assignment.path ?? assignment.name)];
    const evaluation = this.part === "watch" ? input("evaluation").value.trim() : "";
    const { algorithm } = assignment.tasks.find(({ number }) => number === input("task").value) ?? { algorithm: "alphabeta" };
    const task = evaluation ? ["--search", algorithm === "greedy" ? "minimax" : algorithm, "--eval", evaluation] : ["-t", input("task").value];
    const isFile = position !== undefined && typeof position !== "string";
    return {
      args: [
        ...assignmentFlag,
        ...(saidByInput.includes("task") && !evaluation ? [] : task),
        ...(saidByInput.includes("depth") ? [] : ["-d", input("depth").value]),
        "-i",
        isFile ? argument(position.path) : (position ?? this.board.text()),
      ],
      files: [...this.named(), ...(isFile ? [position] : [])],
    };
  }

  /** Runs the part that is shown. */
  async start() {
    const { part } = this;
    if (this.running) return;
    this.tell("");
    const [answer, origin] = [byId(`answer-${part}`), document.activeElement];
    answer.replaceChildren();
    for (const address of this.addresses.get(part) ?? []) URL.revokeObjectURL(address);
    this.addresses.set(part, []);
    const begun = performance.now();
    const seconds = (/** @type {number} */ digits) => `${((performance.now() - begun) / 1000).toFixed(digits)} s`;
    const ticking = setInterval(() => (byId("status").textContent = `${part} runs: ${seconds(1)}`), 100);
    const run = { asked: this.asked(), status: "" };
    this.runs.set(part, run);
    this.running = part;
    this.showRun();
    try {
      await { check: () => this.check(answer), watch: () => this.watch(answer), expected: () => this.expected(answer), solve: () => this.solve(answer) }[part]?.();
      if (answer.hasChildNodes()) run.status = `done in ${seconds(2)}`;
      // What has been found is seen, if only its beginning.
      if (answer.getBoundingClientRect().top > window.innerHeight / 2) answer.scrollIntoView({ block: "start" });
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      run.status = `${message} after ${seconds(1)}`;
    } finally {
      clearInterval(ticking);
      this.running = undefined;
      // A button that is disabled or hidden has lost the focus.
      const isHere = [origin, byId("stop"), document.body].includes(document.activeElement);
      this.showRun();
      if (isHere) /** @type {HTMLElement | null} */ (answer.querySelector("pre:not([hidden]), iframe"))?.focus({ preventScroll: true });
    }
  }

  /**
   * Runs a command line, and shows it with what it prints.
   * @param {HTMLElement} answer where @param {string[]} args @param {Named[]} files
   */
  async shown(answer, args, files) {
    const [found, wrong] = [element("pre", { class: "found", tabindex: "0" }), element("pre", { class: "wrong", role: "alert", tabindex: "0" })];
    const isOpening = !this.isBoardGiven && args.includes(this.board.text());
    const hints = isOpening ? [element("p", { class: "hint" }, "No board was given: the opening position is taken.")] : [];
    answer.replaceChildren(...hints, element("p", { class: "command" }, element("code", {}, `reversi ${args.map(quoted).join(" ")}`)), found);
    const texts = ["", "", ""];
    const decoders = [new TextDecoder(), new TextDecoder(), new TextDecoder()];
    const done = await this.program.run(args, files, (number, bytes) => {
      texts[number] += decoders[number].decode(bytes, { stream: true });
      const place = [found, found, wrong][number];
      place.replaceChildren(...colored(texts[number].replace(/\n$/, "")));
      if (number === 2) answer.append(wrong);
    });
    found.hidden = texts[1] === "";
    return { ...done, said: texts[2] };
  }

  /** Files by paths that no two of them share. @param {Named[]} files */
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
    const { folder } = this;
    if (folder) {
      if (!folder.list) return this.tell("The list of the cases is missing: drop a CSV file with the columns name, assignment, task, depth and input.");
      await this.shown(answer, ["check", "--cases", argument(folder.list), argument(folder.name)], [...this.named(), ...folder.files]);
      return;
    }
    const { args, files } = this.job();
    const flags = { moves: "-op", log: "-ol", output: "-o" };
    const roles = /** @type {(keyof typeof flags)[]} */ ([...this.files.keys()]).filter((role) => (role === "output") === (this.assignment.output === "next"));
    if (roles.length === 0) return this.tell("There is nothing to check yet: drop your log, your moves file, or both.");
    const all = Page.apart([...files, ...roles.map((role) => ({ path: this.files.get(role)?.name ?? role, content: /** @type {File} */ (this.files.get(role)) }))]);
    const checked = roles.flatMap((role, index) => [flags[role], argument(all[files.length + index].path)]);
    const equality = input("equality").value;
    const line = ["check", ...args, ...checked, ...(equality ? [equality] : [])];
    const hasLog = roles.some((role) => role !== "moves");
    let done = await this.shown(answer, hasLog ? [...line, "--html", "compared.html"] : line, all);
    // What has no log has no page either: of it the report alone is shown.
    if (done.code === 2 && done.said.includes("--html")) done = await this.shown(answer, line, all);
    this.showPage(answer, done.files, "compared.html");
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
    if (position === undefined && /^\.{64}/.test(this.board.text())) return this.tell("There is no disc on the board: put some there, or drop or write a position.");
    const all = input("all-moves").checked ? ["--all"] : [];
    const what = isFile ? argument(position.path) : (position ?? this.board.text());
    const { code } = await this.shown(answer, ["solve", what, ...all, "--memory", "256M"], isFile ? [position] : []);
    if (code === 0) answer.append(element("p", { class: "hint" }, "A value counts discs at the end for the player to move: +4 is won by 4, -4 is lost by 4."));
  }

  /** The address of a file that the program has made, as long as the answer is shown. @param {Uint8Array} bytes @param {string} type */
  address(bytes, type) {
    const address = URL.createObjectURL(new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (bytes)], { type }));
    this.addresses.get(this.running ?? "")?.push(address);
    return address;
  }

  /** A link that saves a file. @param {string} name @param {Uint8Array} bytes @param {string} type */
  save(name, bytes, type) {
    return element("a", { href: this.address(bytes, type), download: name }, "Save");
  }

  /** Shows a page that the program has made, in a frame. @param {HTMLElement} answer @param {[string, Uint8Array][]} files @param {string} name */
  showPage(answer, files, name) {
    const [, bytes] = files.find(([path]) => path === name) ?? [];
    if (!bytes) return;
    const address = this.address(bytes, "text/html;charset=utf-8");
    answer.append(
      element("p", {}, element("a", { class: "button", href: address, target: "_blank" }, "Open in a tab of its own"), " \u00b7 ", this.save(name, bytes, "text/html")),
      element("iframe", { src: address, title: name }),
    );
  }
}

/** The files of what was dropped, if it is a folder. @param {DataTransferItem} item @returns {Promise<Named[] | undefined>} */
async function filesOfFolder(item) {
  // Chromium reads an entry on pages from a server alone, and other browsers have no handles.
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
    // A reader hands out a part at a time.
    const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return found;
    for (const entry of entries) {
      if (entry.isDirectory) found.push(...(await filesOfEntry(entry)));
      else found.push({ path: entry.fullPath.slice(1), content: await new Promise((resolve, reject) => entry.file(resolve, reject)) });
    }
  }
}

/** The program, which the page holds compressed. */
async function unpacked() {
  const text = atob(byId("module").textContent ?? "");
  const bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place++) bytes[place] = text.charCodeAt(place);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/** The page, once the program is there. @type {Page | undefined} */
let page;

unpacked().then(
  (module) => {
    page = new Page(new Program(module), JSON.parse(byId("data").textContent ?? ""));
    return page.begin();
  },
  (error) => (byId("about").textContent = `This browser cannot run the program: ${error}`),
);
