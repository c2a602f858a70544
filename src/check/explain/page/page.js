// Shows a row of a search, and goes to other rows.
"use strict";

class Page {
  /** @param {PageData} data */
  constructor(data) {
    this.search = new Search(data);
    this.now = 0;
    this.quiz = new Quiz(this);
    const go = (/** @type {number} */ row) => this.go(row);
    this.log = new LogView(this.search, go, (row) => this.quiz.isOn && row > this.now);
    this.views = [this.log, new TreeView(this.search, go, (name, row) => this.why(name, row)), new BoardView(this.search), new WindowView(this.search)];
    /** The number of the student's surplus rows after each row. @type {Map<number, number>} */
    this.surplus = new Map();
    for (const [after] of data.student?.surplus ?? []) {
      const row = Math.max(0, after - data.firstRow);
      this.surplus.set(row, (this.surplus.get(row) ?? 0) + 1);
    }
    /** The rows that differ, and the rows before surplus rows. */
    this.differences = [...new Set([...this.log.found.keys(), ...this.surplus.keys()])].sort((one, other) => one - other);
    this.slider = /** @type {HTMLInputElement} */ (byId("slider"));
    this.slider.min = String(this.search.number(0));
    this.slider.max = String(this.search.number(this.search.count - 1));
    this.playing = 0;
    this.addressing = 0;
    if (!data.window) for (const hidden of document.querySelectorAll(".with-window, [data-step=cut-off]")) hidden.setAttribute("hidden", "");
    this.showStudent();
    this.listen();
    const first = data.student?.first ?? data.firstRow;
    this.go(this.addressed() ?? first - data.firstRow);
  }

  /** The target row of each step, if there is one. @type {Record<string, (row: number) => number | undefined>} */
  steps = {
    next: (row) => row + 1,
    previous: (row) => row - 1,
    first: () => 0,
    last: () => this.search.count - 1,
    into: (row) => (this.isBeforeChild(row) ? row + 1 : undefined),
    over: (row) => (this.isBeforeChild(row) ? this.search.last[this.search.node[row + 1]] + 1 : row + 1),
    out: (row) => {
      const node = this.search.node[row];
      return node === 0 ? undefined : this.search.last[node] + 1;
    },
    "cut-off": (row) => this.find(row, (at) => this.search.has(at, CUT)),
    change: (row) => this.find(row, (at) => this.search.has(at, IMPROVED)),
    "first-difference": () => this.differences[0],
    "next-difference": (row) => this.differences.find((at) => at > row),
    "previous-difference": (row) => this.differences.findLast((at) => at < row),
  };

  /** The keys of the steps, and their descriptions. @type {[string, string, string][]} */
  static KEYS = [
    ["\u2192", "next", "next row"],
    ["\u2190", "previous", "previous row"],
    ["i", "into", "step into the next child"],
    ["o", "over", "step over the next child"],
    ["u", "out", "step out to the parent"],
    ["c", "cut-off", "next cut-off"],
    ["v", "change", "next row in which a value changes"],
    ["d", "next-difference", "next difference"],
    ["Home", "first", "first row"],
    ["End", "last", "last row"],
  ];

  /** True if the next row is the first of a child. @param {number} row */
  isBeforeChild(row) {
    return row + 1 < this.search.count && this.search.event(row + 1) !== "update";
  }

  /** The next row of a kind. @param {number} row @param {(row: number) => boolean} wanted */
  find(row, wanted) {
    for (let at = row + 1; at < this.search.count; at++) if (wanted(at)) return at;
    return undefined;
  }

  /** The target row of a step from here, if there is one. @param {string} name */
  target(name) {
    const row = this.steps[name](this.now);
    return row !== undefined && row >= 0 && row < this.search.count && row !== this.now ? row : undefined;
  }

  /** @param {string} name */
  step(name) {
    const row = this.target(name);
    if (row === undefined) this.play(false);
    else if (!(row === this.now + 1 && this.quiz.ask(row))) this.go(row);
  }

  /** Shows a row. @param {number} row */
  go(row) {
    this.now = Math.max(0, Math.min(row, this.search.count - 1));
    this.quiz.close();
    const { search, now } = this;
    const node = search.node[now];
    const text = search.text(now);
    byId("row-number").textContent = `Row ${search.number(now)} of ${search.number(search.count - 1)}`;
    byId("row-text").textContent = text;
    byId("why").textContent = "";
    byId("sentence").replaceChildren(...this.sentence(now));
    const { prefix, format } = search.data;
    const above = prefix.length > 0 ? [format.root, ...prefix.slice(0, -1)] : [];
    byId("path").textContent = [...above, ...search.line(node).map((at) => search.label(at))].join(" \u203a ");
    for (const view of this.views) view.show(now);
    this.slider.value = String(search.number(now));
    this.slider.setAttribute("aria-valuetext", `${search.number(now)}: ${text}`);
    for (const button of document.querySelectorAll("[data-step]:not([hidden])")) {
      const isPossible = this.target(String(button.getAttribute("data-step"))) !== undefined;
      // A disabled button would lose the keyboard focus.
      button.setAttribute("aria-disabled", String(!isPossible));
      /** @type {HTMLElement} */ (button).classList.toggle("idle", !isPossible && button.matches("#student *"));
    }
    const found = this.log.found.has(now) ? (this.log.found.get(now) ?? "(missing)") : "the same";
    const surplus = this.surplus.get(now);
    byId("student-expected").textContent = text;
    byId("student-found").textContent = found;
    byId("student-surplus").textContent = surplus ? `then your log has ${counted(surplus, "row", "rows")} too many` : "";
    byId("student-rows").classList.toggle("differs", this.log.found.has(now) || surplus !== undefined);
    clearTimeout(this.addressing);
    // Browsers complain about an address that changes with every step.
    this.addressing = setTimeout(() => history.replaceState(null, "", this.address()), 300);
  }

  /** The sentences of a row. If a sentence names a row, the name is a button that goes to this row. @param {number} row */
  sentence(row) {
    const parts = this.search.sentences(row).split(/(\brow \d+|-\w[\w.]*)/);
    return parts.map((part) => {
      const number = /^row (\d+)$/.exec(part);
      if (number && Number(number[1]) >= this.search.data.firstRow) return rowButton(part, Number(number[1]) - this.search.data.firstRow);
      return part.startsWith("-") ? element("span", { class: "unbroken" }, part) : part;
    });
  }

  /** Goes to the cut-off that left out a move. @param {string} move @param {number} row */
  why(move, row) {
    this.go(row);
    byId("why").textContent = `Why was ${move} not searched?`;
    byId("now").scrollIntoView({ block: "nearest" });
  }

  /** Goes to a row. The browser's Back button returns to the row before. @param {number} row */
  visit(row) {
    history.replaceState(null, "", this.address());
    this.go(row);
    history.pushState(null, "", this.address());
  }

  /** The address of the current row. */
  address() {
    return `#row=${this.search.number(this.now)}`;
  }

  /** The row in the address of the page. */
  addressed() {
    const match = /^#row=(\d+)$/.exec(location.hash);
    return match ? Number(match[1]) - this.search.data.firstRow : undefined;
  }

  showStudent() {
    const { student } = this.search.data;
    if (!student) return;
    document.body.classList.toggle("framed", window.parent !== window);
    byId("student").hidden = false;
    byId("student-verdict").textContent = student.verdict;
    byId("student-rows").hidden = this.differences.length === 0;
    byId("student-said").replaceChildren(...told(student.said));
  }

  /** Looks for a text, or for a row by its number. @param {string} wanted */
  look(wanted) {
    const { search } = this;
    const number = /^#?(\d+)$/.exec(wanted);
    const text = wanted.toLowerCase();
    let row = number ? Number(number[1]) - search.data.firstRow : undefined;
    if (!number && text !== "") {
      const has = (/** @type {number} */ at) => search.text(at).toLowerCase().includes(text) || (this.log.found.get(at) ?? "").toLowerCase().includes(text);
      row = this.find(this.now, has) ?? (has(0) ? 0 : this.find(0, has));
    }
    const isThere = row !== undefined && row >= 0 && row < search.count;
    if (isThere) this.go(row);
    byId("find-result").textContent = isThere ? `row ${search.number(this.now)}` : "not found";
  }

  /** Starts or stops playing. @param {boolean} isOn */
  play(isOn) {
    clearInterval(this.playing);
    this.playing = isOn ? setInterval(() => this.step("next"), 1500) : 0;
    byId("play").setAttribute("aria-pressed", String(isOn));
  }

  listen() {
    byId("moving").addEventListener("click", ({ target }) => {
      const { step, row } = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (target).closest("[data-step], .link"))?.dataset ?? {};
      if (step) this.step(step);
      else if (row) this.visit(Number(row));
    });
    byId("play").addEventListener("click", () => this.play(!this.playing));
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value) - this.search.data.firstRow));
    window.addEventListener("hashchange", () => this.go(this.addressed() ?? this.now));
    const find = /** @type {HTMLInputElement} */ (byId("find"));
    find.placeholder = [this.search.data.format.cutMarker.trim(), "417"].filter(Boolean).join(", ");
    find.form?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.look(find.value.trim());
    });
    byId("help-open").addEventListener("click", () => /** @type {HTMLDialogElement} */ (byId("help")).showModal());
    const others = [["space", "play or stop"], ["q", "quiz"], ["y, n", "quiz: yes, no"], ["s", "quiz: show it"], ["/", "find in the log"], ["Esc", "leave the text field, so that shortcuts work again"], ["?", "this help"]];
    const steps = Page.KEYS.filter(([, step]) => step !== "next-difference" || this.differences.length > 0).filter(([, step]) => step !== "cut-off" || this.search.data.window);
    for (const [key, does] of [...steps.map(([key, , does]) => [key, does]), ...others]) {
      byId("keys").append(element("tr", {}, element("th", { scope: "row" }, element("kbd", {}, key)), element("td", {}, does)));
    }
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const isText = target.matches("input[type=search], #quiz-number");
    if (isText && event.key === "Escape") return target.blur();
    const isPressed = [" ", "Enter"].includes(event.key) && target.matches("button, summary, a, input");
    const areOn = /** @type {HTMLInputElement} */ (byId("keys-on")).checked;
    if (!areOn || isText || isPressed || event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const arrows = { ArrowRight: "\u2192", ArrowLeft: "\u2190" };
    const name = arrows[/** @type {keyof typeof arrows} */ (event.key)] ?? event.key;
    const step = Page.KEYS.find(([key]) => key === name);
    if (step) this.step(step[1]);
    else if (event.key === " ") this.play(!this.playing);
    else if (event.key === "q") this.quiz.toggle();
    else if (this.quiz.key(event.key)) byId("quiz-result").scrollIntoView({ block: "nearest" });
    else if (event.key === "/") byId("find").focus();
    else if (event.key === "?") byId("help-open").click();
    else return;
    event.preventDefault();
  }
}

/** Asks a question about the next row before the page shows the row. */
class Quiz {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.isOn = false;
    /** The row in question; -1 for none. */
    this.row = -1;
    this.asked = 0;
    this.right = 0;
    byId("quiz-toggle").addEventListener("click", () => this.toggle());
    byId("quiz-show").addEventListener("click", () => this.answer(null));
    byId("quiz-yes").addEventListener("click", () => this.answer(true));
    byId("quiz-no").addEventListener("click", () => this.answer(false));
    byId("quiz").addEventListener("submit", (event) => {
      event.preventDefault();
      this.answer(/** @type {HTMLInputElement} */ (byId("quiz-number")).value);
    });
  }

  toggle() {
    this.isOn = !this.isOn;
    byId("quiz-toggle").setAttribute("aria-pressed", String(this.isOn));
    this.page.go(this.page.now);
    byId("quiz-result").textContent = this.isOn ? this.page.target("next") === undefined ? Quiz.END : "Quiz mode: Next asks you a question first." : "";
  }

  /** The message at the last row. */
  static END = "This is the last row, so there are no more questions. Press Home for the first row.";

  /** True if the question of a row is about a cut-off. @param {number} row */
  isOfCutOff(row) {
    // The hash looks random, and is the same on every page of this search.
    return this.page.search.data.window !== null && Math.imul(row, 0x9e3779b1) < 0;
  }

  /** Asks about a row before it is shown; false if there is nothing to ask. @param {number} row */
  ask(row) {
    const { search } = this.page;
    if (!this.isOn || search.event(row) !== "update") return false;
    if (this.row === row) return true;
    this.row = row;
    const name = search.name(search.node[row]);
    const turn = search.isMax(search.node[row]) ? "MAX" : "MIN";
    const was = search.before(row);
    const window = search.data.window ? `, alpha ${search.valueText(search.alpha[was])}, beta ${search.valueText(search.beta[was])}` : "";
    const child = `${search.label(search.child(row))} has value ${search.valueText(search.value[row - 1])}.`;
    const state = `At ${name}, ${turn} has value ${search.valueText(search.value[was])}${window}.`;
    const isOfCutOff = this.isOfCutOff(row);
    byId("quiz-question").textContent = `${child} ${state} ${isOfCutOff ? `Is there a cut-off at ${name}?` : `What is the value of ${name} after this?`}`;
    byId("quiz").hidden = false;
    byId("quiz-value").hidden = isOfCutOff;
    byId("quiz-choice").hidden = !isOfCutOff;
    byId("quiz-result").textContent = "";
    const input = /** @type {HTMLInputElement} */ (byId("quiz-number"));
    input.value = "";
    (isOfCutOff ? byId("quiz-question") : input).focus();
    this.page.play(false);
    return true;
  }

  /** Answers the current question by a key, if the key is an answer. @param {string} key */
  key(key) {
    const answers = new Map(this.isOfCutOff(this.row) ? [["s", null], ["y", true], ["n", false]] : [["s", null]]);
    const isAnswer = this.row >= 0 && answers.has(key);
    if (isAnswer) this.answer(answers.get(key));
    return isAnswer;
  }

  /** @param {string | boolean | null} answer null shows the answer */
  answer(answer) {
    const { search } = this.page;
    const { row } = this;
    if (row < 0) return;
    const value = search.value[row];
    const { infinity } = search.data.format;
    const number = typeof answer === "string" ? answer.trim().replace("\u2212", "-") : "";
    const isInfinite = [infinity.toLowerCase(), "inf"].includes(number.replace(/^-/, "").toLowerCase());
    const typed = isInfinite ? (number.startsWith("-") ? -Infinity : Infinity) : Number(number || "x");
    const isRight = typeof answer === "boolean" ? answer === search.has(row, CUT) : typed === value;
    if (answer !== null) this.asked++;
    if (isRight) this.right++;
    this.page.go(row);
    const verdict = answer === null ? "" : isRight ? "Right. " : "Wrong: see the explanation above. ";
    const end = this.page.target("next") === undefined ? ` ${Quiz.END}` : "";
    byId("quiz-result").textContent = `${verdict}${this.right} of ${this.asked} right.${end}`;
    /** @type {HTMLElement | null} */ (document.querySelector("[data-step=next]"))?.focus();
  }

  close() {
    this.row = -1;
    byId("quiz").hidden = true;
    if (!this.isOn) byId("quiz-result").textContent = "";
  }
}

byId("still").hidden = true;
byId("moving").hidden = false;
new Page(JSON.parse(byId("data").textContent ?? ""));
