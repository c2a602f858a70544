// What a row does and why: the program's own sentences, filled with the row's numbers.
"use strict";

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

/** @param {number} count @param {string} one @param {string} many */
function counted(count, one, many) {
  return `${count} ${count === 1 ? one : many}`;
}

class Words {
  /** @param {Search} search */
  constructor(search) {
    this.search = search;
  }

  /** The sentences of a row. A name in braces is replaced by its value; if it begins with a capital, so does the value. @param {number} row */
  row(row) {
    const values = this.values(row);
    return this.search.sentences(row).replace(/\{(\w+)\}/g, (_, name) => {
      const value = String(values[name.toLowerCase()]);
      return /^[A-Z]/.test(name) ? capital(value) : value;
    });
  }

  /** What the names in sentences stand for. @param {number} row @returns {Record<string, string | number>} */
  values(row) {
    const { search } = this;
    const { players } = search.data;
    const node = search.node[row];
    const parent = search.parent[node];
    const [alpha, beta] = search.shownWindow(row).map((bound) => search.spell(bound));
    const values = {
      name: this.name(node),
      parent: parent < 0 ? this.nameAbove() : this.name(parent),
      plies: counted(search.ply[node], "ply", "plies"),
      who: players[search.player(node)],
      opponent: players[1 - search.player(node)],
      value: search.spell(search.value[row]),
      alpha,
      beta,
      first: search.replies(node)[0],
      marker: search.data.spelling.cutMarker.trim(),
    };
    if (search.event(row) === "leaf") return { ...values, ...this.sum(node) };
    if (search.event(row) === "enter") return values;
    const bounds = search.isMax(node) ? search.beta : search.alpha;
    const skipped = this.skipped(row);
    return {
      ...values,
      ...this.source(bounds, row),
      bound: search.spell(bounds[row]),
      before: search.spell(search.value[search.before(row)]),
      child: search.label(search.child(row)),
      child_value: search.spell(search.value[row - 1]),
      next: skipped[0],
      moves: list(skipped),
    };
  }

  /** What a leaf is worth, as a sum. @param {number} node */
  sum(node) {
    const { colors, players, max } = this.search.data;
    if (!colors) return {};
    const worth = this.search.worth(node);
    const discs = this.search.discs(node);
    const sum = (/** @type {string} */ color) => worth.reduce((sum, value, square) => sum + (discs[square] === color ? value : 0), 0);
    const minus = 0 - sum(colors[1 - max]);
    return {
      max: players[max],
      min: players[1 - max],
      plus: sum(colors[max]),
      minus: minus < 0 ? `(${minus})` : minus,
      terms: this.search.data.sums[this.search.leaf[this.search.first[node]]],
      absent: players.find((_, player) => !discs.includes(colors[player])) ?? "",
    };
  }

  /** What a sentence calls a node. @param {number} node */
  name(node) {
    return this.search.ply[node] === 0 ? this.root() : this.nameOf(this.search.label(node));
  }

  /** What a sentence calls the root. */
  root() {
    const { root } = this.search.data.spelling;
    return root === "root" ? "the root" : root;
  }

  /** What a sentence calls the node that a move leads to. @param {string} move */
  nameOf(move) {
    return this.search.data.board && move === "pass" ? "the pass" : move;
  }

  /** What a sentence calls the node above the first one. */
  nameAbove() {
    const above = this.search.data.prefix.at(-2);
    return above === undefined ? this.root() : this.nameOf(above);
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

  /** What is left to search after an update. @param {number} row */
  skipped(row) {
    const replies = this.search.replies(this.search.node[row]);
    return replies.slice(replies.indexOf(this.search.label(this.search.child(row))) + 1);
  }
}
