// Asks the module from the chosen fields and files, and shows its answers.
"use strict";

/** The largest file that the page accepts, because a browser holds the file in memory. */
const MOST_MEGABYTES = 100;

/** The number of bytes of a file by which the module recognises the file. */
const BEGINNING = 2 ** 20;

/** The largest number of characters of a text to show. The saved text is complete. */
const MOST_SHOWN = 100_000;

/** From this depth on, a search may be too long for a page. */
const DEEP = 8;

/** @typedef {{ assignment: string | null, printed: string | null, cases: Case[], files: Record<string, string> }} PageData */
/** @typedef {{ name: string, assignment: string, task: string, depth: string, input: string }} Case */
/** @typedef {{ name: string, title: string, output: "game" | "next", size: number, heading: string[], tasks: { number: string, algorithm: string, evaluation: string }[], path?: string }} Assignment */
/** @typedef {{ path: string, content: Blob }} Named a file and the path by which the module knows it */
/** @typedef {{ value: T, why: string }} Finding a part of the job, and the reason for its value @template T */
/** @typedef {{ path: string, role: string | null, problem: string | null }} Recognised a file with its role or its problem */
/** @typedef {{ squares: string, side: string }} Squares */
/** @typedef {{ files: Recognised[], assignment: Finding<string>, board: Finding<string> | null, task: Finding<number> | null, depth: Finding<number> | null, start: Squares | null, problem: string | null }} Recognition */
/** @typedef {{ assignment?: string, task?: string, depth?: string, text?: string }} Chosen what the user has chosen: the text is a board */
/** @typedef {{ problem: string, excerpt: string }} Problem */

const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byId(id));

/** A request that the module refuses. */
class Refused extends Error {
  /** @param {Problem} problem */
  constructor({ problem, excerpt }) {
    super(problem);
    this.excerpt = excerpt;
  }
}

/** The module, in a worker that answers one request after the other. */
class Module {
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
   * Asks after all earlier requests.
   * @param {string} name @param {object} request @param {Named[]} files @param {(event: any) => void} [event] takes messages before the answer
   * @returns {Promise<any>} the answer; a rejected request is a `Refused`
   */
  ask(name, request, files, event = () => {}) {
    const done = this.last.then(
      () =>
        new Promise((resolve, reject) => {
          this.abandon = () => reject(new Error("stopped"));
          this.worker.onerror = (event) => reject(new Error(event.message));
          this.worker.onmessage = ({ data }) => {
            if ("event" in data) event(data.event);
            else if ("answer" in data) resolve(data.answer);
            else reject(new Refused(data));
          };
          this.worker.postMessage({ request: { ask: name, ...request }, files: files.map(({ path, content }) => [path, content]) });
        }),
    );
    this.last = done.then(
      () => {},
      () => {},
    );
    return done;
  }

  /** Stops the running request. */
  stop() {
    this.worker.terminate();
    this.start();
    this.abandon?.();
  }
}

/** The board, on which a position is painted. */
class Board {
  /** The squares of the start position, row by row. @param {number} size */
  static opening(size) {
    const squares = [..."-".repeat(size * size)];
    const first = (Math.floor(size / 2) - 1) * (size + 1);
    [squares[first], squares[first + 1], squares[first + size], squares[first + size + 1]] = "OXXO";
    return squares.join("");
  }

  /** @param {() => void} painted is called after the user changed the board */
  constructor(painted) {
    this.painted = painted;
    this.size = 0;
    /** The discs by the numbers of their squares. @type {string[]} */
    this.squares = [];
    this.at = 0;
    /** @type {HTMLElement[]} */
    this.cells = [];
    this.body = /** @type {HTMLElement} */ (document.querySelector("#board tbody"));
    const { body } = this;
    body.addEventListener("click", ({ target }) => {
      const cell = /** @type {HTMLElement} */ (target).closest("td");
      if (!cell) return;
      this.at = Number(cell.dataset.square);
      this.put({ "-": "X", X: "O", O: "-" }[this.squares[this.at]] ?? "-");
      cell.focus();
    });
    body.addEventListener("keydown", (event) => this.key(event));
    for (const side of this.sides()) side.addEventListener("change", painted);
    byId("board-opening").addEventListener("click", () => this.paint(Board.opening(this.size), "X"));
    byId("board-empty").addEventListener("click", () => this.paint("-".repeat(this.size * this.size), "X"));
    this.set(Board.opening(8), "X");
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
    if (step && this.cells[this.at + step] && (Math.abs(step) === 8 || Math.floor(this.at / 8) === Math.floor((this.at + step) / 8))) this.at += step;
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
    const size = Math.sqrt(squares.length);
    if (size !== this.size) {
      [this.size, this.at] = [size, 0];
      this.body.replaceChildren();
      this.cells = boardCells(this.body, size, (square) => element("td", { role: "gridcell", "data-square": String(square), class: "empty" }));
    }
    this.squares = [];
    for (const [place, disc] of [...squares].entries()) this.squares[8 * Math.floor(place / size) + (place % size)] = disc;
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
    return `${Object.values(this.squares).join("").replaceAll("-", ".")} ${side}`;
  }
}

/** The names of the parts, and the labels of their buttons. @type {Record<string, string>} */
const PARTS = { check: "Check", watch: "Show the search", expected: "Write the files", printed: "Check" };

/** The fields of a printed answer. */
const PRINTED = ["course", "arguments", "answer-text", "strictness"];

/** Arguments of each assignment with printed answers. @type {Record<string, string>} */
const ARGUMENTS = { tiny: "400 1 0000021001200000", nxn: "minimax ..../.WB./.BW./.... B", awari: "search setup.txt 5", tree: "alphabeta tree.txt" };

/** The roles of files to check, with their names. @type {Record<string, string>} */
const ROLES = { log: "log", moves: "moves file", output: "output" };

/** The roles that only one file has. @type {Record<string, string>} */
const SINGLE = { ...ROLES, board: "board" };

/** The name of a pasted text. */
const PASTED = "pasted.txt";

/** @param {string} text */
const capital = (text) => text.replace(/^./, (letter) => letter.toUpperCase());

/** The name of a file in a path. @param {string} path */
const fileName = (path) => path.replace(/^.*\//, "");

/** The expected line over the found one, with a mark where they begin and end to differ. @param {{ expected: string | null, found: string | null }} difference */
function lines({ expected, found }) {
  const [one, other] = [expected, found].map((line) => (line ?? "").replace(/\s+$/, ""));
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const marked = (/** @type {string} */ line) => [line.slice(0, start), element("mark", {}, line.slice(start, line.length - end)), line.slice(line.length - end)];
  const row = (/** @type {string} */ name, /** @type {string | null} */ line, /** @type {string} */ text) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, ...(line === null ? ["\u2013"] : marked(text))));
  return element("table", { class: "lines", tabindex: "0" }, element("tbody", {}, row("expected", expected, one), row("found", found, other)));
}

/** Further causes that fit, folded. @param {any[][]} others @param {number} further */
function folded(others, further) {
  const count = others.length + further;
  const inside = others.map((other) => element("div", { class: "other" }, ...told(other)));
  return count > 0 ? [element("details", {}, element("summary", {}, `${counted(count, "other cause fits", "other causes fit")}, too`), ...inside)] : [];
}

/** The headline of a file, by its verdict. @param {any} file */
function headline(file) {
  const name = fileName(file.path);
  return { right: `${name} is right`, format: `${name} is right, apart from its format` }[/** @type {"right"} */ (file.verdict)] ?? `${name}: ${file.fault}`;
}

/**
 * The answer about one file: the headline, the expected line over the found one, and the cause.
 * @param {any} file @param {any[]} said the paragraphs on all files; none if another file tells them
 */
function aboutFile(file, said) {
  const line = file.beyond ?? file.first;
  return [
    element("h2", { class: file.verdict, tabindex: "-1" }, ...sentence(headline(file))),
    ...paragraph(file.pattern),
    ...told(said),
    ...(line ? [lines(line)] : []),
    ...paragraph(file.place),
    ...paragraph(file.rule),
    ...[...file.format, ...file.ignored].flatMap((/** @type {string} */ text) => paragraph(`${capital(text)}.`)),
  ];
}

/** The answer to a check: the wrong files first, the log before the moves. @param {{ report: any }} answer */
function submission({ report }) {
  const files = [...report.files].reverse();
  const isWrong = (/** @type {any} */ file) => file.verdict === "wrong";
  const ordered = [...files.filter(isWrong), ...files.filter((/** @type {any} */ file) => !isWrong(file))];
  const [one] = files;
  const roles = files.length > 1 ? "The moves file and the log are swapped: change their roles above." : `${fileName(one.path)} is a ${ROLES[one.role] ?? one.role}: change its role above.`;
  const swapped = report.swapped ? [element("h2", { class: "wrong", tabindex: "-1" }, roles)] : [];
  return [...swapped, ...ordered.map((file, place) => element("article", {}, ...aboutFile(file, place === 0 ? report.said : [])))];
}

class Page {
  /** @param {Module} module @param {PageData} data */
  constructor(module, data) {
    this.module = module;
    /** The files that came with the page. @type {Named[]} */
    this.pageFiles = Object.entries(data.files).map(([path, text]) => ({ path, content: new Blob([text]) }));
    /** All files of the user, in the order in which they came. @type {Named[]} */
    this.given = [];
    /** Roles that the user has chosen for files, by their paths. @type {Map<string, string>} */
    this.roles = new Map();
    /** The part of the job that the user has chosen. @type {Chosen} */
    this.chosen = data.assignment ? { assignment: data.assignment } : {};
    /** The recognised files and their job. @type {Recognition | undefined} */
    this.recognition = undefined;
    /** The file that the question names: a setup of Awari, or a tree. @type {Named | undefined} */
    this.setup = undefined;
    this.cases = data.cases;
    /** @type {Assignment[]} */
    this.assignments = [];
    /** The number of boards shown so far. */
    this.pictures = 0;
    /** True if the fields of the job are shown although the job is known. */
    this.isChanging = false;
    this.board = new Board(() => {
      this.chosen.text = this.board.text();
      input("position").value = "";
      input("case").value = "";
      this.recognise();
    });
    /** The addresses of files that are shown, by the part that shows them. @type {Map<string, string[]>} */
    this.addresses = new Map();
    /** The part that runs. @type {string | undefined} */
    this.running = undefined;
    /** The last input of each part, and its status. @type {Map<string, { asked: unknown[], status: string }>} */
    this.runs = new Map();
    for (const part of Object.keys(PARTS)) byId("answers").append(element("section", { class: "answer", id: `answer-${part}`, "aria-label": part }));
    this.listen();
    /** Ends when the page has started and has taken all files so far. @type {Promise<void>} */
    this.taking = this.begin(data);
  }

  /** Loads the assignments. @param {PageData} data */
  async begin(data) {
    this.assignments = await this.module.ask("assignments", { files: [] }, []);
    const { assignment, printed } = data;
    if (printed) {
      input("course").value = printed;
      for (const id of ["parts", "course-field"]) byId(id).hidden = true;
      byId("printed-title").textContent = `Check an answer of ${input("course").selectedOptions[0].text}`;
    }
    if (assignment) {
      // A page of a course has only its assignment.
      await this.addAssignment(assignment);
      this.assignments = this.assignments.filter(({ name, path }) => (path ?? name) === assignment);
      byId("assignment-field").hidden = true;
      /** @type {HTMLElement} */ (document.querySelector("nav [href='#printed']")).hidden = true;
    }
    byId("case").replaceChildren(element("option", { value: "" }, "none of the list"), ...this.cases.map(({ name }) => element("option", {}, name)));
    byId("blocked").hidden = true;
    byId("job").hidden = false;
    this.showAssignments();
    this.showPart();
    document.body.dataset.ready = "";
  }

  /** The part in the address of the page. */
  get part() {
    if (byId("parts").hidden) return "printed";
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
    byId("run").textContent = PARTS[part];
    document.title = `${document.querySelector("h1")?.textContent}: ${part}`;
    this.show();
  }

  /** The path or name by which the module knows an assignment. @param {Assignment} assignment */
  static key({ name, path }) {
    return path ?? name;
  }

  showAssignments() {
    byId("assignment").replaceChildren(
      ...this.assignments.map((assignment) => element("option", { value: Page.key(assignment) }, `${assignment.path ? fileName(assignment.path) : assignment.name}: ${assignment.title}`)),
    );
  }

  /** The chosen assignment, or the assignment of the files. */
  get assignment() {
    const wanted = this.chosen.assignment ?? this.recognition?.assignment.value;
    return this.assignments.find((known) => Page.key(known) === wanted) ?? this.assignments[0];
  }

  /** A part of the job: what the user has chosen, or what the files show. @param {"task" | "depth"} field @returns {string} */
  valueOf(field) {
    return this.chosen[field] ?? String(this.recognition?.[field]?.value ?? "");
  }

  /** The board that the module gets, and its files. @returns {{ file: string } | { text: string }} */
  askedBoard() {
    const { text } = this.chosen;
    if (text) return { text };
    const file = this.boardFile();
    if (file) return { file };
    const start = this.recognition?.start;
    return { text: start ? `${start.squares.replaceAll("-", ".")} ${start.side}` : this.board.text() };
  }

  /** The path of the board's file; none if the user has chosen another board. @returns {string | undefined} */
  boardFile() {
    return this.chosen.text ? undefined : (this.recognition?.board?.value ?? undefined);
  }

  /** True if the board comes from the user, from a file or from the moves. */
  get isBoardKnown() {
    return this.chosen.text !== undefined || this.boardFile() !== undefined || this.fileOf("moves") !== undefined;
  }

  /** The parts of the job that the input file sets. */
  setByInput() {
    return this.boardFile() ? this.assignment.heading.filter((line) => line !== "player") : [];
  }

  /** The file with a role. @param {string} role @returns {Named | undefined} */
  fileOf(role) {
    const found = this.recognition?.files.find((file) => file.role === role);
    return found && this.given.find(({ path }) => path === found.path);
  }

  /** The roles of the files to check. */
  checkedRoles() {
    const isNext = this.assignment?.output === "next";
    return Object.keys(ROLES).filter((role) => (role === "output") === isNext && this.fileOf(role));
  }

  /** Shows the job and the files. */
  show() {
    const { assignment } = this;
    if (!assignment) return;
    input("assignment").value = Page.key(assignment);
    const none = element("option", { value: "" }, "choose one");
    byId("task").replaceChildren(none, ...assignment.tasks.map(({ number, algorithm, evaluation }) => element("option", { value: number }, `${number}: ${algorithm}, ${evaluation}`)));
    input("task").value = this.valueOf("task");
    if (document.activeElement !== byId("depth")) input("depth").value = this.valueOf("depth");
    const setByInput = this.setByInput();
    input("task").disabled = setByInput.includes("task");
    input("depth").disabled = setByInput.includes("depth");
    byId("set-by-input").hidden = setByInput.length === 0;
    byId("set-by-input").textContent = `The input file sets ${setByInput.join(" and ")}.`;
    // If an assignment's input does not name a player, black begins.
    byId("side").hidden = ["check", "expected"].includes(this.part) && !assignment.heading.includes("player");
    const file = this.boardFile();
    const source = file ? `The board is ${file}.` : input("position").value ? "The board is the text below." : this.isBoardKnown ? "" : "Using the start position until you give a board.";
    byId("board-source").textContent = source;
    byId("case-field").hidden = this.cases.length === 0;
    const isKnown = !this.missing();
    const isShort = this.part === "printed" || ((isKnown || this.part === "check") && !this.isChanging);
    const isUnclear = !isKnown || this.recognition?.problem !== null;
    byId("fields").hidden = isShort && !(this.part === "check" && this.checkedRoles().length > 0 && isUnclear);
    byId("change").setAttribute("aria-expanded", String(!byId("fields").hidden));
    const name = assignment.path ? fileName(assignment.path) : assignment.name;
    const isOther = this.recognition?.problem != null;
    const board = file ? `board ${fileName(file)}` : this.chosen.text ? "your board" : this.fileOf("moves") ? "board from the moves" : isOther ? "board ?" : "the start position";
    byId("example").hidden = assignment.output !== "game";
    const isEmpty = this.part === "check" && this.given.length === 0 && Object.entries(this.chosen).every(([field, value]) => field === "assignment" || value === undefined);
    byId("job-line").textContent = isEmpty ? `${name}: your files show the task and the depth` : [name, ...["task", "depth"].map((field) => `${field} ${this.valueOf(/** @type {"task"} */ (field)) || "?"}`), board].join(", ");
    this.showProposal();
    this.showFiles();
    this.showRun();
  }

  /** Asks whether the assignment wants the task and the depth that the files show. */
  showProposal() {
    const fields = /** @type {("task" | "depth")[]} */ (["task", "depth"]).filter((field) => !this.chosen[field] && this.recognition?.[field] && !this.setByInput().includes(field));
    const reasons = [...new Set(fields.map((field) => this.recognition?.[field]?.why))].join(" and ");
    byId("proposed").hidden = fields.length === 0 || this.part !== "check";
    byId("proposed").textContent = `${capital(fields.map((field) => `${field} ${this.valueOf(field)}`).join(" and "))}, ${reasons}. Does your assignment ask for that?`;
  }

  showFiles() {
    const shown = (this.recognition?.files ?? []).filter(({ role }) => role && role in SINGLE);
    const items = shown.map(({ path, role }) => {
      const choose = element("select", { "data-path": path, "aria-label": `Role of ${path}` }, ...Object.entries(SINGLE).map(([name, text]) => element("option", { value: name }, text)));
      /** @type {HTMLSelectElement} */ (choose).value = role ?? "";
      const remove = element("button", { type: "button", "data-remove": path, "aria-label": `Remove ${path}` }, "\u00d7");
      return element("li", { "data-role": role ?? "" }, element("span", { class: "name" }, path), choose, remove);
    });
    byId("roles").replaceChildren(...items);
  }

  /** The input on which the answer of the shown part depends. */
  asked() {
    const fields = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(":is(#fields, #printed) :is(select, textarea, input:not([type=file], [type=radio])):not([data-parts][hidden] *, #case)"));
    const files = { check: [...this.given, ...this.roles.values()], printed: [this.setup] }[this.part] ?? [];
    return [...[...fields].map((field) => (field.type === "checkbox" ? field.checked : field.value)), JSON.stringify(this.askedBoard()), ...files];
  }

  /** True if the last answer of the shown part is out of date; none without an answer. */
  isOld() {
    const { asked } = this.runs.get(this.part) ?? {};
    const now = this.asked();
    return asked && (asked.length !== now.length || asked.some((value, place) => value !== now[place]));
  }

  /** Shows the running part, the status of the shown part, and a hint if its answer is out of date. */
  showRun() {
    const { part } = this;
    const { status = "" } = this.runs.get(part) ?? {};
    const isOld = this.isOld() === true;
    const answer = byId(`answer-${part}`);
    answer.classList.toggle("is-old", isOld);
    byId("old").hidden = !isOld || answer.childElementCount === 0 || this.running === part;
    byId("old").textContent = `The input has changed. To update the result, press ${PARTS[part]}.`;
    if (!this.running) byId("status").textContent = isOld ? "" : status;
    const course = input("course").value;
    input("arguments").placeholder = ARGUMENTS[course];
    byId("setup-field").hidden = !["awari", "tree"].includes(course);
    byId("stop").hidden = this.running === undefined;
    /** @type {HTMLButtonElement} */ (byId("run")).disabled = this.running !== undefined;
  }

  /** @param {string} text @param {boolean} [isProblem] */
  tell(text, isProblem = false) {
    byId("notice").textContent = text;
    byId("notice").classList.toggle("wrong", isProblem);
    byId("notice").scrollIntoView({ block: "nearest" });
  }

  /** The job has changed: shows it and, if files can be checked, checks them. */
  changed() {
    this.show();
    this.checkSoon();
  }

  /** Checks the files without a press of the button, if the job is known and its search is short. */
  checkSoon() {
    clearTimeout(this.waiting);
    if (this.part !== "check" || this.missing() || this.recognition?.problem) return;
    if (this.checkedRoles().length === 0 || Number(this.valueOf("depth")) >= DEEP) return;
    this.waiting = setTimeout(() => {
      if (this.part !== "check" || this.isOld() === false) return;
      // An answer to an earlier question is of no use.
      if (this.running === "check") this.module.stop();
      setTimeout(() => this.start(), 0);
    }, 250);
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
    for (const id of /** @type {("task" | "depth")[]} */ (["task", "depth"])) {
      byId(id).addEventListener("input", () => {
        this.chosen[id] = input(id).value || undefined;
        this.changed();
      });
    }
    for (const change of ["input", "change"]) byId("job").addEventListener(change, () => this.showRun());
    byId("example").addEventListener("click", async () => {
      const { name, text } = await this.module.ask("example", { assignment: Page.key(this.assignment) }, this.pageFiles);
      await this.take([{ path: name, content: new Blob([text]) }]);
    });
    byId("equality").addEventListener("change", () => this.changed());
    byId("tree-field").addEventListener("toggle", () => this.showRun());
    byId("stop").addEventListener("click", () => this.module.stop());
    byId("change").addEventListener("click", () => {
      this.isChanging = byId("fields").hidden;
      this.show();
    });
    byId("assignment").addEventListener("change", () => {
      this.chosen.assignment = input("assignment").value;
      this.recognise();
    });
    byId("case").addEventListener("change", () => this.choose(this.cases.find(({ name }) => name === input("case").value)));
    input("position").addEventListener("input", () => this.typed(input("position").value));
    for (const id of ["any-files", "assignment-file"]) {
      input(id).addEventListener("change", () => {
        const files = [...(input(id).files ?? [])];
        this.take(files.map((content) => ({ path: content.name, content })));
        input(id).value = "";
      });
    }
    input("board-file").addEventListener("change", () => {
      const [content] = input("board-file").files ?? [];
      if (content) this.take([{ path: content.name, content }], "board");
      input("board-file").value = "";
    });
    byId("paste-open").addEventListener("click", () => {
      const isOpen = !byId("paste").hidden;
      byId("paste").hidden = isOpen;
      byId("paste-open").setAttribute("aria-expanded", String(!isOpen));
      if (!isOpen) byId("pasted").focus();
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
    byId("roles").addEventListener("change", ({ target }) => {
      const { dataset, value } = /** @type {HTMLSelectElement} */ (target);
      // Two files with each other's roles are exchanged.
      const before = this.recognition?.files.find(({ path }) => path === dataset.path)?.role;
      const other = this.recognition?.files.find(({ role }) => role === value);
      if (other && before) this.roles.set(other.path, before);
      this.roles.set(String(dataset.path), value);
      this.recognise();
    });
    byId("roles").addEventListener("click", ({ target }) => {
      const path = /** @type {HTMLElement} */ (target).dataset.remove;
      if (path === undefined) return;
      this.given = this.given.filter((file) => file.path !== path);
      this.recognise();
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
      this.drop(event.dataTransfer);
    });
    input("setup-file").addEventListener("change", () => {
      const [content] = input("setup-file").files ?? [];
      if (content) this.setup = { path: content.name, content };
      byId("setup-name").textContent = this.setup?.path ?? "";
    });
    input("answer-file").addEventListener("change", async () => {
      const [content] = input("answer-file").files ?? [];
      if (content && this.hasRoomFor([{ path: content.name, size: content.size }])) input("answer-text").value = await content.text();
      input("answer-file").value = "";
      this.showRun();
    });
    byId("help-open").addEventListener("click", () => /** @type {HTMLDialogElement} */ (byId("help")).showModal());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === "Escape" && !byId("stop").hidden) this.module.stop();
    if (event.ctrlKey || event.altKey || event.metaKey || target.matches("input:not([type=radio], [type=checkbox]), textarea, select") || document.querySelector("dialog[open]")) return;
    const part = Object.keys(PARTS)[Number(event.key) - 1];
    if (part) location.hash = part;
    else if (event.key === "?") byId("help-open").click();
  }

  /** Takes dropped files. @param {DataTransfer | null} dropped */
  drop(dropped) {
    // For a browser, a folder is also a file.
    if ([...(dropped?.items ?? [])].some((item) => item.webkitGetAsEntry()?.isDirectory)) return this.tell("This is a folder. Drop the files that your program writes: the moves and the log.", true);
    return this.take([...(dropped?.files ?? [])].map((content) => ({ path: content.name, content })));
  }

  /** Takes a pasted text as a file. @param {string} text */
  takePasted(text) {
    if (text.trim()) this.take([{ path: PASTED, content: new Blob([text]) }]);
  }

  /** True if the page accepts files of these sizes; otherwise the page shows a message. @param {{ path: string, size: number }[]} files */
  hasRoomFor(files) {
    const large = files.find(({ size }) => size > MOST_MEGABYTES * 1e6);
    if (large) this.tell(`${large.path} has ${(large.size / 1e6).toFixed(1)} MB. This page accepts at most ${MOST_MEGABYTES} MB per file; the command-line program has no limit.`);
    return !large;
  }

  /** Takes files after all files so far. @param {Named[]} files @param {string} [role] */
  take(files, role) {
    const take = () => this.takeNow(files, role).catch((error) => this.tell(`${error.message}`));
    this.taking = this.taking.catch(() => {}).then(take);
    return this.taking;
  }

  /** Takes files, each for its role. @param {Named[]} files @param {string} [role] */
  async takeNow(files, role) {
    if (files.length === 0 || !this.hasRoomFor(files.map(({ path, content }) => ({ path, size: content.size })))) return;
    const seen = new Map((await this.recognised(files)).files.map((file) => [file.path, file]));
    this.tell(this.placed(files, seen, role).join("\n"));
    await this.recognise();
  }

  /** Keeps files, the first of each role, in place of earlier files with the role. Returns a message about each file. @param {Named[]} files @param {Map<string, Recognised>} seen @param {string} [role] */
  placed(files, seen, role) {
    const messages = [];
    const unknown = [];
    /** @type {Map<string, string>} */
    const taken = new Map();
    for (const { path, content } of files) {
      const { role: own, problem } = /** @type {Recognised} */ (seen.get(path));
      const found = own && role ? role : own;
      if (!found) {
        unknown.push(path === PASTED ? `The pasted text is neither a log nor a moves file: ${problem}.` : `${path} is not used: ${problem}.`);
        // An earlier file of this name is not the one that the user means.
        this.given = this.given.filter((file) => file.path !== path);
        continue;
      }
      const first = found in SINGLE ? taken.get(found) : undefined;
      if (first) {
        messages.push(`${path === first ? `A second ${path}` : path} is ignored, because ${path === first ? "the first" : first} is already the ${SINGLE[found]}.`);
        continue;
      }
      taken.set(found, path);
      const old = found in SINGLE ? this.recognition?.files.find((file) => file.role === found)?.path : path;
      this.given = [...this.given.filter((file) => file.path !== old && file.path !== path), { path, content }];
      if (role) this.roles.set(path, role);
      else this.roles.delete(path);
      if (found === "board") {
        this.chosen.text = undefined;
        input("position").value = "";
      }
      if (found === "assignment") this.chosen.assignment = path;
      const names = { ...SINGLE, assignment: "assignment", table: "table of weights; the page uses it only if an assignment or an evaluation names it" };
      messages.push(`${path} is the ${names[/** @type {keyof typeof names} */ (found)]}.`);
    }
    // In the folder of a project, most files are not outputs.
    if (unknown.length <= 3) return [...messages, ...unknown];
    const none = messages.length > 0 ? "" : " Drop the files that your program writes: the moves and the log.";
    return [...messages, `${unknown.length} of ${files.length} files are not used, such as ${unknown[0].split(" is ")[0]}.${none}`];
  }

  /** Asks the module for the roles of files, by their beginnings. @param {Named[]} files @returns {Promise<Recognition>} */
  async recognised(files) {
    const begun = files.map(({ path, content }) => ({ path, content: content.slice(0, BEGINNING) }));
    const paths = new Set(files.map(({ path }) => path));
    const others = this.named().filter(({ path }) => !paths.has(path));
    const found = await this.module.ask("recognise", { files: [...paths], assignment: this.chosen.assignment ?? null }, [...others, ...begun]);
    for (const file of found.files) file.role = this.roles.get(file.path) ?? file.role;
    // The module has compared the log with another board.
    if (this.chosen.text) Object.assign(found, { task: null, problem: null });
    return found;
  }

  /** Reads all files again, and shows the job that they belong to. */
  async recognise() {
    const before = this.chosen.assignment ?? "";
    if (before && !this.assignments.some((known) => Page.key(known) === before)) await this.addAssignment(before);
    const asked = ++this.pictures;
    const recognition = await this.recognised(this.given);
    // Meanwhile the user may have given another file.
    if (asked !== this.pictures) return;
    this.recognition = recognition;
    if (!this.chosen.text && this.boardFile() && !recognition.start) await this.picture({ file: String(this.boardFile()) });
    else if (!this.chosen.text) {
      this.board.set(recognition.start?.squares ?? Board.opening(this.assignment?.size ?? 8), recognition.start?.side ?? "X");
      this.showProblem("", "");
    }
    if (recognition.problem) this.tell(`${recognition.problem}.`, true);
    this.changed();
  }

  /** Adds the assignment of a file. @param {string} path */
  async addAssignment(path) {
    if (!this.named().some((file) => file.path === path)) return;
    const [found] = await this.module.ask("assignments", { files: [path] }, this.named());
    this.assignments = [...this.assignments.filter((known) => known.path !== path), { ...found, path }];
    this.showAssignments();
  }

  /** Chooses a case of the course. @param {Case | undefined} chosen */
  async choose(chosen) {
    if (!chosen) return;
    const { assignment, input: board } = chosen;
    await this.addAssignment(assignment);
    this.chosen = { assignment, task: chosen.task || undefined, depth: chosen.depth || undefined };
    const shown = await this.picture({ file: board });
    if (shown) this.chosen.text = `${shown.squares.replaceAll("-", ".")} ${shown.side}`;
    input("case").value = chosen.name;
    byId("board-source").textContent = `The board is ${board}.`;
    this.changed();
    byId("board-source").textContent = `The board is ${board}.`;
  }

  /** Accepts a board as text. @param {string} typed */
  async typed(typed) {
    this.chosen.text = typed.trim() || undefined;
    this.tell("");
    this.show();
    if (this.chosen.text) await this.picture({ text: this.chosen.text });
    await this.recognise();
  }

  /** Shows a position on the board, or else a message. @param {{ file: string } | { text: string }} board */
  async picture(board) {
    const asked = ++this.pictures;
    /** @type {Squares & { size: string } | undefined} */
    let shown;
    let problem = { message: "", excerpt: "" };
    try {
      shown = await this.module.ask("board", { board, assignment: Page.key(this.assignment) }, this.named());
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      problem = error;
    }
    // Meanwhile the user may have chosen another position.
    if (asked !== this.pictures) return shown;
    if (shown) this.board.set(shown.squares, shown.side);
    this.showProblem(problem.message, problem.excerpt, shown !== undefined);
    return shown;
  }

  /** Shows a message about the board, which is then not drawn. @param {string} message @param {string} excerpt @param {boolean} [isDrawn] */
  showProblem(message, excerpt, isDrawn = message === "") {
    byId("board-problem").replaceChildren(message, ...(excerpt ? [element("pre", { tabindex: "0" }, excerpt)] : []));
    byId("board-table").hidden = !isDrawn;
    if (message) byId("fields").hidden = false;
  }

  /** All files that other files may name. */
  named() {
    return [...this.pageFiles, ...this.given];
  }

  /** The job of the fields. */
  job() {
    const evaluation = this.part === "watch" ? input("evaluation").value.trim() : "";
    const [task, depth] = [this.valueOf("task"), this.valueOf("depth")].map((value) => (value ? Number(value) : null));
    return { assignment: Page.key(this.assignment), task, depth, evaluation: evaluation || null, board: this.askedBoard() };
  }

  /** The field of the job that still has to be filled in. @returns {"task" | "depth" | undefined} */
  missing() {
    const isTree = this.part === "watch" && /** @type {HTMLDetailsElement} */ (byId("tree-field")).open;
    if (this.part === "printed" || isTree) return undefined;
    const hasEvaluation = this.part === "watch" && input("evaluation").value.trim();
    return /** @type {("task" | "depth")[]} */ (["task", "depth"]).find((field) => !this.valueOf(field) && !this.setByInput().includes(field) && !(field === "task" && hasEvaluation));
  }

  /** Runs the shown part. */
  async start() {
    const { part } = this;
    clearTimeout(this.waiting);
    if (this.running) return;
    this.running = part;
    this.showRun();
    await this.taking;
    // Files that the page has just taken would start the check again.
    clearTimeout(this.waiting);
    const missing = this.missing();
    const problem = part === "check" ? this.recognition?.problem : undefined;
    if (part === "check" && this.checkedRoles().length === 0) {
      this.running = undefined;
      this.showRun();
      return this.tell("Choose or paste your log first.", true);
    }
    if (missing || problem) {
      this.running = undefined;
      this.showRun();
      this.tell(problem ? `${problem}.` : `Choose the ${missing} of your assignment: no file names it.`, true);
      byId("fields").hidden = false;
      if (missing && !problem) input(missing).focus();
      return;
    }
    const [answer, origin] = [byId(`answer-${part}`), document.activeElement];
    answer.replaceChildren();
    for (const address of this.addresses.get(part) ?? []) URL.revokeObjectURL(address);
    this.addresses.set(part, []);
    const begun = performance.now();
    const seconds = (/** @type {number} */ digits) => `${((performance.now() - begun) / 1000).toFixed(digits)} s`;
    const depth = part === "printed" ? 0 : Number(this.valueOf("depth"));
    const ticking = setInterval(() => {
      const isLong = depth >= DEEP && performance.now() - begun > 3000;
      byId("status").textContent = `Running ${part}: ${seconds(1)}${isLong ? `. Each ply multiplies the time, so depth ${depth} may never end.` : ""}`;
    }, 100);
    const run = { asked: this.asked(), status: "" };
    this.runs.set(part, run);
    this.showRun();
    try {
      await { check: () => this.check(answer), watch: () => this.watch(answer), expected: () => this.expected(answer), printed: () => this.printed(answer) }[part]?.();
      if (answer.hasChildNodes()) run.status = `done in ${seconds(2)}`;
      // At least the start of the answer is in view.
      if (answer.getBoundingClientRect().top > window.innerHeight / 2) answer.scrollIntoView({ block: "start" });
    } catch (error) {
      if (error instanceof Refused) {
        const excerpt = error.excerpt ? [element("pre", { tabindex: "0" }, error.excerpt)] : [];
        answer.replaceChildren(element("div", { class: "wrong", role: "alert", tabindex: "0" }, error.message, ...excerpt));
      } else {
        run.status = `${/** @type {Error} */ (error).message} after ${seconds(1)}`;
        for (const pending of answer.querySelectorAll(".pending")) pending.textContent = "You stopped the page before it knew the cause.";
      }
    } finally {
      clearInterval(ticking);
      this.running = undefined;
      // A disabled or hidden button has lost the focus.
      const isHere = [byId("run"), byId("stop")].includes(/** @type {HTMLElement} */ (origin)) || document.activeElement === byId("stop");
      this.showRun();
      if (isHere) /** @type {HTMLElement | null} */ (answer.querySelector("[tabindex], iframe"))?.focus({ preventScroll: true });
    }
  }

  /** @param {HTMLElement} answer */
  async check(answer) {
    const paths = Object.fromEntries(this.checkedRoles().map((role) => [role, this.fileOf(role)?.path]));
    const request = { job: this.job(), equality: input("equality").value, ...paths };
    const isSure = this.isBoardKnown || input("case").value !== "";
    const hint = isSure ? [] : [element("p", { class: "hint" }, "No board given; using the start position.")];
    const show = (/** @type {any} */ found, /** @type {boolean} */ isLast) => {
      const pending = isLast ? [] : [element("p", { class: "pending", role: "status" }, "Looking for the cause.")];
      answer.replaceChildren(element("div", { class: "report" }, ...submission(found), ...hint, ...pending));
    };
    const found = await this.module.ask("check", request, this.named(), (event) => event.first && show({ report: event.first }, false));
    show(found, true);
    this.showPage(answer, found.html, "compared.html");
  }

  /** @param {HTMLElement} answer */
  async watch(answer) {
    const tree = input("tree").value.trim();
    const at = input("subtree").value.trim();
    if (tree && /** @type {HTMLDetailsElement} */ (byId("tree-field")).open) {
      const request = { tree: `${tree}\n`, minimax: input("tree-search").value === "minimax", min: input("tree-root").value === "min", at };
      const { html } = await this.module.ask("watch-tree", request, []);
      return this.showPage(answer, html, "search.html");
    }
    const { html } = await this.module.ask("watch", { job: this.job(), at }, this.named());
    this.showPage(answer, html, "search.html");
  }

  /** @param {HTMLElement} answer */
  async expected(answer) {
    /** @type {{ name: string, text: string }[]} */
    const files = await this.module.ask("expected", { job: this.job() }, this.named());
    for (const { name, text } of files) {
      const more = text.length <= MOST_SHOWN ? "" : `, of which the first ${MOST_SHOWN.toLocaleString("en")} are shown`;
      answer.append(
        element("p", {}, element("b", {}, name), ` ${text.length.toLocaleString("en")} characters${more}. `, this.save(name, text, "text/plain")),
        element("pre", { class: "text", tabindex: "0" }, text.slice(0, MOST_SHOWN)),
      );
    }
  }

  /** @param {HTMLElement} answer */
  async printed(answer) {
    const [assignment, given, printed, strictness] = PRINTED.map((id) => input(id).value);
    const files = this.setup ? [this.setup] : [];
    const found = await this.module.ask("check-answer", { assignment, arguments: given, setup: this.setup?.path ?? null, printed, strictness }, files);
    const [first, ...others] = found.causes;
    answer.replaceChildren(
      element(
        "article",
        { class: "report" },
        element("h2", { class: found.verdict, tabindex: "-1" }, ...sentence(found.title)),
        ...told(first ?? []),
        ...(found.expected === null ? [] : [lines(found)]),
        ...paragraph(found.remark),
        ...paragraph(found.limits),
        ...folded(others, found.further),
        ...(found.board ? [element("pre", { class: "text", tabindex: "0" }, found.board)] : []),
      ),
    );
  }

  /** A link that saves a file; its address is valid as long as the answer is shown. @param {string} name @param {string} text @param {string} type */
  save(name, text, type) {
    const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
    this.addresses.get(this.running ?? this.part)?.push(address);
    return element("a", { href: address, download: name }, "Save");
  }

  /** Shows a page from the module in a frame. @param {HTMLElement} answer @param {string | null} html @param {string} name */
  showPage(answer, html, name) {
    if (!html) return;
    const save = /** @type {HTMLAnchorElement} */ (this.save(name, html, "text/html"));
    const open = element("a", { class: "button", href: save.href, target: "_blank" }, "Open in a new tab");
    answer.append(element("div", { class: "watch" }, element("p", {}, open, " \u00b7 ", save), element("iframe", { src: save.href, title: name })));
  }
}

/** The module, which is compressed in the page. */
async function unpacked() {
  const text = atob(byId("module").textContent ?? "");
  const bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place++) bytes[place] = text.charCodeAt(place);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/** The page, after the module is loaded. @type {Page | undefined} */
let page;

/** The rule of the site that has stopped a part of the page, and the error that this caused. */
const failure = { rule: "", error: undefined };

/** Says why the page does not run; nothing if it runs. */
function showFailure() {
  if (!failure.error) return;
  byId("blocked").hidden = false;
  byId("blocked").textContent = failure.rule
    ? `This site does not allow pages with a program inside (its policy: ${failure.rule}). Save the page, and open it from your disk.`
    : `This browser cannot run the program: ${failure.error}`;
}

document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
  failure.rule = effectiveDirective;
  showFailure();
});

unpacked()
  .then((module) => {
    page = new Page(new Module(module), JSON.parse(byId("data").textContent ?? ""));
    return page.taking;
  })
  .catch((error) => {
    failure.error = error;
    showFailure();
  });
