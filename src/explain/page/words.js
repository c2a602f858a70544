// What a row does and why, in sentences: the program's own templates, filled with the row's numbers.
"use strict";

/** Why a row that is a leaf is one, by its letter: a template. */
const LEAVES = { D: "leaf-depth", N: "leaf-no-move", P: "leaf-two-passes", B: "leaf-wiped-out", W: "leaf-wiped-out", G: "leaf-given" };

/** `a1`, `a1 and b2`, `a1, b2 and c3`. @param {string[]} items */
function list(items) {
  if (items.length === 0) return "nothing";
  const last = items[items.length - 1];
  return items.length === 1 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}

/** @param {string} text */
function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

class Words {
  /** @param {Search} search */
  constructor(search) {
    this.search = search;
  }

  /** A template filled with values by their names. @param {string} template @param {Record<string, string>} values */
  fill(template, values) {
    return this.search.data.sentences[template].replace(/\{(\w+)\}/g, (_, name) => {
      const value = values[name.toLowerCase()] ?? name;
      return /^[A-Z]/.test(name) ? capital(value) : value;
    });
  }

  /** What a sentence calls a node. @param {number} node */
  name(node) {
    return this.search.ply[node] === 0 ? "the root" : this.nameOf(this.search.label(node));
  }

  /** What a sentence calls the node that a move leads to. @param {string} move */
  nameOf(move) {
    return this.search.data.board && move === "pass" ? "the pass" : move;
  }

  /** What a sentence calls the node above the first one. */
  nameAbove() {
    const above = this.search.data.prefix.at(-2);
    return above === undefined ? "the root" : this.nameOf(above);
  }

  /** The sentences of a row. @param {number} row */
  row(row) {
    const event = this.search.event(row);
    const sentences = event === "enter" ? this.enter(row) : event === "leaf" ? this.leaf(row) : this.update(row);
    return sentences.join(" ");
  }

  /** @param {number} row */
  who(row) {
    return this.search.data.players[this.search.player(this.search.node[row])];
  }

  /** @param {number} row */
  enter(row) {
    const { search } = this;
    const node = search.node[row];
    const turn = search.isMax(node) ? "max" : "min";
    const template = search.data.board ? `enter-${turn}` : `enter-node-${turn}`;
    const values = { who: this.who(row), name: this.name(node), value: search.spell(search.value[row]), first: search.replies(node)[0] };
    return [this.fill(template, values), ...this.windowOnEntry(row)];
  }

  /** @param {number} row */
  leaf(row) {
    const { search } = this;
    const node = search.node[row];
    const letter = /** @type {keyof typeof LEAVES} */ (search.data.rows[row]);
    const ply = search.ply[node];
    const who = letter === "B" ? "black" : letter === "W" ? "white" : this.who(row);
    const values = { plies: ply === 1 ? "1 ply" : `${ply} plies`, who, name: this.name(node), value: search.spell(search.value[row]) };
    return [this.fill(LEAVES[letter], values), ...this.worth(row), ...this.windowOnEntry(row)];
  }

  /** What a leaf is worth, as a sum. @param {number} row */
  worth(row) {
    const { board, players, max } = this.search.data;
    if (!board) return [];
    const worth = this.search.worth(this.search.node[row]);
    const discs = this.search.discs(this.search.node[row]);
    const sum = (/** @type {string} */ color) => worth.reduce((sum, value, square) => sum + (discs[square] === color ? value : 0), 0);
    const plus = sum(players[max]);
    const minus = 0 - sum(players[1 - max]);
    const values = {
      value: this.search.spell(plus - minus),
      max: players[max],
      min: players[1 - max],
      plus: String(plus),
      minus: minus < 0 ? `(${minus})` : String(minus),
    };
    return [this.fill(board.weights ? "worth-weights" : "worth-pieces", values)];
  }

  /** @param {number} row */
  windowOnEntry(row) {
    const { search } = this;
    if (!search.data.window) return [];
    const node = search.node[row];
    const template = search.ply[node] === 0 ? "window-open" : "window-handed-down";
    const parent = search.parent[node];
    return [this.fill(template, { parent: parent < 0 ? this.nameAbove() : this.name(parent), ...this.window(row) })];
  }

  /** @param {number} row */
  window(row) {
    const [alpha, beta] = this.search.shownWindow(row);
    return { alpha: this.search.spell(alpha), beta: this.search.spell(beta) };
  }

  /** @param {number} row */
  update(row) {
    const { search } = this;
    const isMax = search.isMax(search.node[row]);
    const before = search.before(row);
    const improved = search.has(row, IMPROVED);
    const template = !improved
      ? isMax ? "update-stays-max" : "update-stays-min"
      : !Number.isFinite(search.value[before]) ? "update-first" : isMax ? "update-rises" : "update-falls";
    const sentences = [
      this.fill(template, {
        child: search.label(search.child(row)),
        child_value: search.spell(search.value[row - 1]),
        who: this.who(row),
        before: search.spell(search.value[before]),
        value: search.spell(search.value[row]),
      }),
    ];
    if (search.has(row, CUT)) sentences.push(this.whyCut(row, isMax));
    if (search.data.window) sentences.push(this.narrowed(row, isMax));
    if (!search.has(row, CUT)) sentences.push(this.next(row));
    return sentences;
  }

  /** Why nobody needs to look further: what the opponent has elsewhere. @param {number} row @param {boolean} isMax */
  whyCut(row, isMax) {
    const { search } = this;
    const bounds = isMax ? search.beta : search.alpha;
    const elsewhere = this.source(bounds, row);
    if (!elsewhere) return "";
    return this.fill(isMax ? "cut-why-max" : "cut-why-min", {
      ...elsewhere,
      row: String(elsewhere.row),
      who: this.who(row),
      opponent: search.data.players[1 - search.player(search.node[row])],
      bound: search.spell(bounds[row]),
      value: search.spell(search.value[row]),
    });
  }

  /** Where alpha or beta of a row comes from; null where it is that of the beginning. @param {Float64Array} bounds @param {number} row @returns {Source | null} */
  source(bounds, row) {
    const { search } = this;
    const source = search.since(bounds, row);
    if (source < 0) return search.data.sources[bounds === search.alpha ? 0 : 1];
    const node = search.node[source];
    const instead = search.line(search.node[row]).find((at) => search.parent[at] === node) ?? node;
    return { row: search.number(source), parent: this.name(node), best: this.name(search.child(source)), instead: this.name(instead) };
  }

  /** What has become of the window. @param {number} row @param {boolean} isMax */
  narrowed(row, isMax) {
    const { search } = this;
    if (!search.has(row, CUT)) {
      const template = !search.has(row, NARROWED) ? "window-stays" : isMax ? "alpha-rises" : "beta-falls";
      return this.fill(template, this.window(row));
    }
    const template = !search.data.spelling.cutAsSearched ? "cut-narrowed" : isMax ? "cut-as-searched-max" : "cut-as-searched-min";
    const skipped = this.skipped(row);
    const end = skipped.length === 0 ? "skipped-none" : skipped.length === 1 ? "skipped-one" : "skipped-many";
    return this.fill(template, {
      value: search.spell(search.value[row]),
      skipped: this.fill(end, { moves: list(skipped) }),
      ...this.window(row),
    });
  }

  /** What is left to search after an update. @param {number} row */
  skipped(row) {
    const replies = this.search.replies(this.search.node[row]);
    return replies.slice(replies.indexOf(this.search.label(this.search.child(row))) + 1);
  }

  /** @param {number} row */
  next(row) {
    const [next] = this.skipped(row);
    const node = this.search.node[row];
    return next === undefined
      ? this.fill("is-done", { name: this.name(node), value: this.search.spell(this.search.value[row]) })
      : this.fill("goes-on", { next });
  }
}
