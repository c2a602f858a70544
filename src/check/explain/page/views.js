// The parts of the page: the log, the tree, the board and the window at the current row.
"use strict";

/** A button that goes to a row. @param {string} text @param {number} row */
function rowButton(text, row) {
  return element("button", { type: "button", class: "link", "data-row": String(row) }, text);
}

/** The log. The document contains only the visible lines. */
class LogView {
  /** @param {Search} search @param {(row: number) => void} go @param {(row: number) => boolean} isHidden */
  constructor(search, go, isHidden) {
    this.search = search;
    this.isHidden = isHidden;
    this.now = 0;
    this.box = byId("log-rows");
    this.space = /** @type {HTMLElement} */ (this.box.firstElementChild);
    this.group = /** @type {HTMLElement} */ (this.space.firstElementChild);
    this.student = search.data.student?.rows ? search.data.student : null;
    /** The student's line in place of a row; null if it is missing. @type {Map<number, string | null>} */
    this.found = new Map(this.student?.rows?.map(([number, text]) => [number - search.data.firstRow, text]));
    /** The place of each row among the lines. */
    this.places = new Int32Array(search.count);
    this.lines = this.order();
    this.box.setAttribute("aria-rowcount", String(this.lines.length));
    this.box.setAttribute("aria-colcount", this.student ? "3" : "2");
    const names = search.data.format.header.join(" ");
    byId("log-header").replaceChildren(element("span", {}, "row"), element("span", {}, this.student ? "expected" : names));
    if (this.student) byId("log-header").append(element("span", {}, this.student.name));
    document.body.classList.toggle("with-student", this.student !== null);
    document.body.classList.toggle("two-lines", this.isTooWide());
    this.measure();
    this.box.addEventListener("scroll", () => {
      this.top = this.box.scrollTop;
      this.draw();
    });
    new ResizeObserver(() => {
      const wasVisible = this.isVisible();
      this.measure();
      if (wasVisible) this.show(this.now);
      else this.draw();
    }).observe(this.box);
    this.group.addEventListener("click", (event) => {
      const line = /** @type {HTMLElement} */ (event.target).closest("[data-row]");
      if (line) go(Number(line.getAttribute("data-row")));
    });
  }

  /** True if a differing row needs two lines, because both versions do not fit into one line of the log. */
  isTooWide() {
    const rows = [...this.found].map(([row, text]) => this.search.text(row).length + (text ?? "(missing)").length);
    const [aside, letter] = [72, 0.61 * Number.parseFloat(getComputedStyle(this.box).fontSize)];
    const room = (this.box.clientWidth - aside) / letter;
    return [...rows, ...(this.student?.surplus ?? []).map(([, text]) => "(no such row)".length + text.length)].some((width) => width > room);
  }

  /** The lines from top to bottom: the numbers of rows, and -1, -2 ... for the student's surplus rows. */
  order() {
    const surplus = this.student ? this.student.surplus : [];
    const lines = [];
    let next = 0;
    for (let row = 0; row < this.search.count; row++) {
      while (next < surplus.length && surplus[next][0] < this.search.number(row)) lines.push(-1 - next++);
      this.places[row] = lines.length;
      lines.push(row);
    }
    while (next < surplus.length) lines.push(-1 - next++);
    return lines;
  }

  /** Measures the log. Measuring during a step would make the browser lay out the whole page again. */
  measure() {
    this.height = Number.parseFloat(getComputedStyle(this.box).lineHeight);
    this.room = this.box.clientHeight;
    this.space.style.height = `${this.lines.length * this.height}px`;
    this.top = this.box.scrollTop;
  }

  /** True if the row and its neighbours are visible in the log. */
  isVisible() {
    const top = this.places[this.now] * this.height;
    return top >= this.top + this.height && top <= this.top + this.room - 2 * this.height;
  }

  /** @param {number} row */
  show(row) {
    this.now = row;
    if (!this.isVisible()) {
      const top = this.places[row] * this.height;
      const most = this.lines.length * this.height - this.room;
      const third = top < this.top ? this.room / 3 : (2 * this.room) / 3;
      const wanted = Math.max(0, Math.min(top - third, most));
      if (wanted !== this.top) this.box.scrollTop = this.top = wanted;
    }
    this.draw();
  }

  draw() {
    const visible = Math.ceil(this.room / this.height) + 1;
    const first = Math.max(0, Math.min(Math.floor(this.top / this.height) - 2, this.lines.length - visible));
    this.group.style.transform = `translateY(${first * this.height}px)`;
    const lines = this.lines.slice(first, first + visible + 4);
    this.group.replaceChildren(...lines.map((line, index) => this.line(line, first + index)));
  }

  /** @param {number} line @param {number} place */
  line(line, place) {
    const isRow = line >= 0;
    const surplus = isRow || !this.student ? null : this.student.surplus[-1 - line];
    const row = surplus ? Math.max(0, surplus[0] - this.search.data.firstRow) : line;
    const isHidden = isRow && this.isHidden(row);
    const made = element("div", { role: "row", "aria-rowindex": String(place + 1), "data-row": String(row) });
    made.append(element("span", { role: "cell" }, isRow ? String(this.search.number(row)) : ""));
    made.append(element("span", { role: "cell" }, isHidden ? "?" : isRow ? this.search.text(row) : "(no such row)"));
    if (isRow && row === this.now) made.setAttribute("aria-current", "true");
    if (isRow && !isHidden && this.search.has(row, CUT)) made.classList.add("cut");
    if (this.student) {
      const found = surplus ? surplus[1] : this.found.get(row);
      const differs = surplus !== null || this.found.has(row);
      if (differs) made.classList.add("differs");
      made.append(element("span", { role: "cell" }, differs ? (found ?? "(missing)") : "same"));
    }
    return made;
  }
}

/** The tree: one line of nodes for each ply, with the path to the current node open. */
class TreeView {
  /** The largest number of plies to draw, and of nodes in a ply. */
  static PLIES = 16;
  static NODES = 24;

  /** @param {Search} search @param {(row: number) => void} go @param {(move: string, row: number) => void} why */
  constructor(search, go, why) {
    this.search = search;
    const box = /** @type {HTMLElement} */ (document.querySelector("#tree .levels"));
    this.box = box;
    const [edges, levels] = /** @type {HTMLElement} */ (box.firstElementChild).children;
    this.edges = /** @type {SVGElement} */ (edges);
    this.levels = /** @type {HTMLElement} */ (levels);
    this.levels.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("[data-row]");
      if (!button) return;
      const row = Number(button.getAttribute("data-row"));
      const move = button.getAttribute("data-pruned");
      if (move) why(move, row);
      else go(row);
    });
    this.frame = 0;
    window.addEventListener("resize", () => this.connect());
    const legend = /** @type {HTMLElement} */ (document.querySelector("#tree .legend"));
    const { players, max, board } = search.data;
    const named = (/** @type {string} */ turn, /** @type {number} */ player) => (board ? `${turn} (${players[player]})` : turn);
    const kinds = [["max", "", named("max", max)], ["min", "", named("min", 1 - max)], ["leaf", "", "leaf"], ["max", "now", "current"], ["max", "done", "searched"], ["max", "to-come", "still to come"]];
    if (search.data.window) kinds.push(["max", "pruned", "pruned (click for the reason)"]);
    for (const [kind, state, text] of kinds) {
      legend.append(element("span", { class: `node ${state}` }, this.shape(kind, state), text));
    }
  }

  /** @param {string} kind @param {string} state */
  shape(kind, state) {
    const outline = { max: "M12 3 L22 21 H2 Z", min: "M12 21 L22 3 H2 Z", leaf: "M4 4 H20 V20 H4 Z" }[kind] ?? "";
    const shape = element("svg", { viewBox: "0 0 24 24", class: "shape", "aria-hidden": "true" }, element("path", { d: outline }));
    if (state === "pruned") shape.append(element("path", { d: "M3 3 L21 21 M21 3 L3 21", class: "cross" }));
    return shape;
  }

  /** @param {number} now */
  show(now) {
    const { search } = this;
    const line = search.line(search.node[now]);
    const from = Math.max(0, line.length - TreeView.PLIES);
    const levels = [];
    if (from > 0) levels.push(element("p", {}, `${counted(from, "ply", "plies")} above`));
    if (from === 0) levels.push(element("ol", { "aria-label": "The root" }, this.item(now, line, line[0], search.label(line[0]), -1)));
    for (let depth = Math.max(from, 1); depth <= line.length; depth++) {
      const parent = line[depth - 1];
      if (!search.isLeaf(parent)) levels.push(this.level(now, line, parent));
    }
    this.levels.replaceChildren(...levels);
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      this.connect();
      // If the box is lower than the tree, the current node and its children are in view.
      const place = this.levels.querySelector(".now")?.getBoundingClientRect();
      const box = this.box.getBoundingClientRect();
      if (place) this.box.scrollTop += (place.top + place.bottom - box.top - box.bottom) / 2;
    });
  }

  /** The children of a node. @param {number} now @param {number[]} line @param {number} parent */
  level(now, line, parent) {
    const { search } = this;
    const replies = search.replies(parent);
    const children = search.children(parent);
    const level = element("ol", { "aria-label": `Ply ${search.ply[parent] + 1}, the moves of ${search.name(parent)}` });
    const open = children.findIndex((child) => line.includes(child));
    const reached = children.filter((child) => search.first[child] <= now).length;
    const middle = open >= 0 ? open : reached;
    const first = Math.max(0, Math.min(middle - TreeView.NODES / 2, replies.length - TreeView.NODES));
    if (first > 0) level.append(element("li", {}, `${first} more`));
    replies.slice(first, first + TreeView.NODES).forEach((reply, index) => {
      level.append(this.item(now, line, children[first + index], reply, parent));
    });
    const after = replies.length - first - TreeView.NODES;
    if (after > 0) level.append(element("li", {}, `${after} more`));
    return level;
  }

  /**
   * One node; `undefined` for a node that the search never reaches.
   * @param {number} now @param {number[]} line @param {number | undefined} node @param {string} label @param {number} parent
   */
  item(now, line, node, label, parent) {
    const { search } = this;
    const ply = parent < 0 ? search.ply[0] : search.ply[parent] + 1;
    const isReached = node !== undefined && search.first[node] <= now;
    const isLeaf = isReached ? search.isLeaf(node) : ply === search.data.depth;
    const kind = isLeaf ? "leaf" : ply % 2 === search.data.max ? "max" : "min";
    const isPruned = node === undefined && search.last[parent] <= now;
    const state = isPruned ? "pruned" : !isReached ? "to-come" : node === search.node[now] ? "now" : line.includes(node) ? "open" : "done";
    const latest = isReached ? search.latest(node, now) : -1;
    const value = latest >= 0 ? search.valueText(search.value[latest]) : "";
    const isFolded = state === "done" && node !== undefined;
    const folded = isFolded ? search.below[node] : 0;
    const skipped = isFolded && search.has(search.last[node], CUT) ? search.skipped(search.last[node]).length : 0;
    // A click on a searched node shows its last row, with all its searched and skipped children.
    const target = isFolded ? search.last[node] : node !== undefined ? search.first[node] : isPruned ? search.last[parent] : search.first[parent];
    const spoken = { now: "current", open: "on the way to the current node", done: "searched", "to-come": "still to come", pruned: "pruned: not searched" }[state];
    const words = [kind, spoken];
    if (folded) words.push(`${counted(folded, "node", "nodes")} below`);
    if (skipped) words.push(`${counted(skipped, "move", "moves")} not searched`);
    const button = element("button", { type: "button", class: `node ${state}`, "data-row": String(target) });
    if (state === "now") button.setAttribute("aria-current", "true");
    if (search.event(now) === "update" && node === search.child(now)) button.classList.add("taken");
    if (isPruned) {
      button.title = "Why was it not searched?";
      button.setAttribute("data-pruned", label);
    }
    const { infinity } = search.data.format;
    const short = { [infinity]: "\u221e", [`-${infinity}`]: "\u2212\u221e" }[value] ?? value;
    button.append(this.shape(kind, state), element("b", {}, label), element("span", {}, short), element("small", {}, folded ? `+${folded}` : ""));
    if (skipped) button.append(element("small", { class: "skipped" }, `\u00d7${skipped}`));
    button.append(element("span", { class: "spoken" }, `, ${words.join(", ")}`));
    return element("li", {}, button);
  }

  /** Draws the lines between the plies. */
  connect() {
    const { left, width, top, height } = this.levels.getBoundingClientRect();
    // Lines start from the middle, so that they still lead to the nodes if the width changes, as on paper.
    const middle = left + width / 2;
    this.edges.setAttribute("height", String(height));
    const lines = [];
    let isWrapped = false;
    /** @type {DOMRect | null} */
    let above = null;
    for (const level of this.levels.querySelectorAll("ol")) {
      const nodes = Array.from(level.querySelectorAll("button"), (button) => ({ name: button.className, place: button.getBoundingClientRect() }));
      isWrapped ||= nodes.some(({ place }) => place.top > nodes[0].place.bottom);
      if (above) {
        const [x1, y1] = [String(above.left + above.width / 2 - middle), String(above.bottom - top)];
        for (const { name, place } of nodes) {
          lines.push(element("line", { x1, y1, x2: String(place.left + place.width / 2 - middle), y2: String(place.top - top), class: name }));
        }
      }
      above = nodes.find(({ name }) => /\b(open|now)\b/.test(name))?.place ?? null;
    }
    this.box.classList.toggle("wrapped", isWrapped);
    this.edges.replaceChildren(...lines);
  }
}

/** The board of the current node. */
class BoardView {
  /** @param {Search} search */
  constructor(search) {
    this.search = search;
    const { board } = search.data;
    byId("board").hidden = !board;
    const body = /** @type {HTMLElement} */ (document.querySelector("#board tbody"));
    this.cells = board ? boardCells(body, board.size, () => element("td")) : [];
  }

  /** @param {number} now */
  show(now) {
    const { search } = this;
    const { board, colors, players, max, format } = search.data;
    if (!board || !colors) return;
    const node = search.node[now];
    const discs = search.discs(node);
    const isLeaf = search.isLeaf(node);
    const amounts = isLeaf ? search.amounts(node) : [];
    const replies = search.replies(node);
    const skipped = search.has(now, CUT) ? search.skipped(now) : [];
    const flipped = search.flipped(node);
    const placed = search.placed(node);
    const student = node === 0 && search.data.prefix.length === 0 ? search.data.student : null;
    this.cells.forEach((cell, square) => {
      const name = squareName(square);
      const state = [discs[square] || (skipped.includes(name) ? "skipped" : replies.includes(name) ? "legal" : "empty")];
      if (square === placed) state.push("placed");
      if (flipped.includes(square)) state.push("flipped");
      if (name === student?.played) state.push("played");
      cell.className = state.join(" ");
      const spoken = { empty: "", legal: "legal move", skipped: "not searched" }[state[0]] ?? state.join(", ");
      const sign = amounts[square] > 0 ? "+" : amounts[square] < 0 ? "\u2212" : "";
      const sum = isLeaf && discs[square] !== "" ? sign + Math.abs(amounts[square]) : "";
      const mark = state[0] === "skipped" ? "\u00d7" : sum;
      cell.replaceChildren(element("span", { class: "disc", "aria-hidden": String(mark !== sum) }, mark), element("span", { class: "spoken" }, spoken));
    });
    const mover = players[search.player(node)];
    const passes = replies[0] === format.pass ? ", and must pass" : "";
    const caption = `${mover} to move: ${search.isMax(node) ? "MAX" : "MIN"}${passes}`;
    byId("board-caption").replaceChildren(element("span", { class: `disc ${colors[search.player(node)]}` }), caption);
    const names = flipped.map(squareName);
    const opponent = players[1 - search.player(node)];
    const otherwise = student?.played ? `${student.name} plays ${student.played} here (red ring).` : search.label(node) === format.pass ? `Pass by ${opponent}.` : "";
    byId("board-placed").textContent =
      placed === undefined ? otherwise : `${search.label(node)}, placed by ${opponent}, flipped ${new Intl.ListFormat("en-GB").format(names)}.`;
    byId("board-value").textContent = isLeaf
      ? `Each disc shows what it adds to the value, from MAX's point of view (${players[max]}).`
      : "";
  }
}

/** Value, alpha and beta of the current node, before and after the row. */
class WindowView {
  /** @param {Search} search */
  constructor(search) {
    this.search = search;
    /** @type {(value: number) => number} */
    this.place = () => 0;
    this.drawing = /** @type {HTMLElement} */ (document.querySelector("#window svg"));
    this.body = /** @type {HTMLElement} */ (document.querySelector("#window tbody"));
    this.now = 0;
    this.width = 0;
    new ResizeObserver(([{ contentRect }]) => {
      this.width = contentRect.width;
      this.draw(this.now, this.search.before(this.now));
    }).observe(this.drawing);
  }

  /** @param {number} now */
  show(now) {
    const { search } = this;
    const before = search.before(now);
    /** @param {string} name @param {string} meaning @param {Float64Array} values */
    const line = (name, meaning, values) => {
      const was = before < 0 ? "" : search.valueText(values[before]);
      const is = search.valueText(values[now]);
      const since = element("td");
      if (values !== search.value) {
        const source = search.since(values, now);
        const above = search.data.sources[values === search.alpha ? 0 : 1];
        const number = source < 0 ? above : search.number(source);
        since.append(number === null ? "the start" : source === now ? "this row" : source < 0 ? `row ${number}` : rowButton(`row ${number}`, source));
      }
      const cells = [element("th", { scope: "row" }, name, element("small", {}, meaning)), element("td", {}, was), element("td", {}, is), since];
      return element("tr", was !== "" && was !== is ? { class: "changed" } : {}, ...cells);
    };
    const lines = [line("value", "", search.value)];
    if (search.data.window) lines.push(line("alpha", "MAX: at least", search.alpha), line("beta", "MIN: at most", search.beta));
    this.body.replaceChildren(...lines);
    const isClosed = search.data.window !== null && search.alpha[now] >= search.beta[now];
    byId("window-meaning").textContent = isClosed ? "Alpha >= beta." : "";
    this.now = now;
    this.draw(now, before);
  }

  /** @param {number} now @param {number} before */
  draw(now, before) {
    const { search } = this;
    const rows = before < 0 ? [now] : [now, now - 1, before];
    const bounds = search.data.window ? [search.value, search.alpha, search.beta] : [search.value];
    const shown = rows.flatMap((row) => bounds.map((numbers) => numbers[row])).filter(Number.isFinite);
    if (shown.length === 0) shown.push(search.lowest, search.highest);
    const [lowest, highest] = [Math.min(...shown), Math.max(...shown)];
    const margin = Math.max(1, (highest - lowest) / 3);
    // A unit of the drawing is a pixel, so its letters are as high as other text.
    const [from, to] = [58, this.width - 32];
    /** The place of a number on the line. @param {number} value */
    this.place = (value) => {
      if (!Number.isFinite(value)) return value < 0 ? from : to;
      return from + 18 + ((value - lowest + margin) / (highest - lowest + 2 * margin)) * (to - from - 36);
    };
    const parts = [];
    if (before >= 0) parts.push(...this.lane(26, "before", before), ...this.childMark(26, now, before));
    parts.push(...this.lane(84, "now", now));
    /** @param {number} value @param {string} name */
    const tick = (value, name) => {
      const x = String(this.place(value));
      parts.push(element("line", { x1: x, x2: x, y1: "117", y2: "123", class: "axis" }), element("text", { x, y: "137" }, name));
    };
    parts.push(this.axis(120));
    tick(-Infinity, "\u2212\u221e");
    tick(Infinity, "\u221e");
    tick(lowest, this.number(lowest));
    if (lowest < highest) tick(highest, this.number(highest));
    this.drawing.replaceChildren(...parts);
  }

  /** The line of numbers. @param {number} y */
  axis(y) {
    return element("line", { x1: String(this.place(-Infinity)), x2: String(this.place(Infinity)), y1: String(y), y2: String(y), class: "axis" });
  }

  /** A number in few characters. @param {number} value */
  number(value) {
    return (Number.isFinite(value) ? String(value) : value < 0 ? "-\u221e" : "\u221e").replace("-", "\u2212");
  }

  /** The child whose value this row uses. @param {number} y @param {number} now @param {number} before */
  childMark(y, now, before) {
    const { search } = this;
    const x = this.place(search.value[now - 1]);
    const isApart = Math.abs(x - this.place(search.value[before])) > 85;
    const name = isApart ? `${search.label(search.child(now))} ${this.number(search.value[now - 1])}` : "";
    return [element("circle", { cx: String(x), cy: String(y), r: "5", class: "child" }), element("text", { x: String(x), y: String(y - 13) }, name)];
  }

  /** One state. @param {number} y @param {string} name @param {number} row */
  lane(y, name, row) {
    const { search } = this;
    const parts = [element("text", { x: "0", y: String(y + 5), class: "lane" }, name)];
    parts.push(this.axis(y));
    if (search.data.window) {
      const [alpha, beta] = [this.place(search.alpha[row]), this.place(search.beta[row])];
      const isClosed = search.alpha[row] >= search.beta[row];
      const [from, to] = [Math.min(alpha, beta), Math.max(alpha, beta)];
      parts.push(element("rect", { x: String(from - 1), width: String(to - from + 2), y: String(y - 5), height: "10", class: isClosed ? "closed" : "open" }));
      parts.push(element("path", { d: `M${alpha + 5} ${y - 11} H${alpha} V${y + 11} H${alpha + 5}`, class: "bound" }));
      parts.push(element("path", { d: `M${beta - 5} ${y - 11} H${beta} V${y + 11} H${beta - 5}`, class: "bound" }));
      // The names stand apart, in either order of the bounds.
      const [ofAlpha, ofBeta, gap] = alpha > beta ? ["right", "left", 3] : ["left", "right", -3];
      parts.push(element("text", { x: String(alpha + gap), y: String(y + 23), class: ofAlpha }, `\u03b1 ${this.number(search.alpha[row])}`));
      parts.push(element("text", { x: String(beta - gap), y: String(y + 23), class: ofBeta }, `\u03b2 ${this.number(search.beta[row])}`));
    }
    const value = this.place(search.value[row]);
    parts.push(element("path", { d: `M${value} ${y - 7} l7 7 l-7 7 l-7 -7 Z`, class: "value" }));
    parts.push(element("text", { x: String(value), y: String(y - 13) }, `value ${this.number(search.value[row])}`));
    return parts;
  }
}
