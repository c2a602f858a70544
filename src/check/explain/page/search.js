// Reads the rows and nodes of a search from the data of a page, without any rules of a game.
"use strict";

/**
 * The data from the program. A name or a text is a letter, which `place` turns into its place in a list.
 * @typedef {object} PageData
 * @property {string[]} players the player to move at the root, and the opponent, as sentences name them
 * @property {string[] | null} colors `black` and `white` in the same order
 * @property {number} max the place of MAX among the two
 * @property {number | null} depth the depth limit, in plies
 * @property {string[]} prefix the moves to the first node, if it is not the root
 * @property {number} firstRow the number of the first row
 * @property {[number | null, number | null] | null} window alpha and beta at the first node; null is an infinity
 * @property {[number | null, number | null]} sources the numbers of the rows that alpha and beta at the first node come from
 * @property {{suffix: string, numbers: string[], cutMarker: string, header: string[], infinity: string, root: string, pass: string}} format
 * @property {string} rows a letter a row, see `Search`
 * @property {number[]} leaves the values of the leaves
 * @property {string} log the log: a letter for the text of each row
 * @property {string[]} lines the texts of rows
 * @property {string[]} names the names of moves and squares
 * @property {string} moves the move that leads to each node: the letter of its name
 * @property {string} replies the legal moves at each node: letters, and a space after each node
 * @property {{size: number, black: string, white: string, flipped: string, weights: number[] | null} | null} board the squares of discs at the first node, and the squares that the move to each node flipped, in the form of `replies`
 * @property {string[]} frames the sentences of rows, with `{}` for each value
 * @property {string[]} values the values in the frames
 * @property {string} texts the sentences of each row: the letter of a frame, and of a value for each `{}`; see `place`
 * @property {Student | null} student
 *
 * @typedef {object} Student a log beside the expected log
 * @property {string} name
 * @property {string} verdict
 * @property {any[]} said the paragraphs of the diagnosis
 * @property {number | null} first the number of the row to begin with
 * @property {[number, string | null][] | null} rows rows that differ, by number, with null for a missing row; null if the checked file is not a log
 * @property {[number, string][]} surplus rows that the expected log does not have, each with the number of the row before
 * @property {string | null | undefined} played the square of the move in a moves file
 */

/** Bits of the letter of an update. */
const IMPROVED = 1;
const NARROWED = 2;
const CUT = 4;

/** The number of a letter in a list: first `=` to `~` (except the backslash), then the characters from U+0100 on (except surrogates). @param {string} letter */
function place(letter) {
  const code = letter.codePointAt(0) ?? 0;
  return code < 0x5c ? code - 0x3d : code < 0x100 ? code - 0x3e : code - (code < 0xe000 ? 0xbf : 0x8bf);
}

/** The number of a square by its name; below 0 for another name. @param {string} name */
function squareNumber(name) {
  return /^[a-h][1-8]$/.test(name) ? "abcdefgh".indexOf(name[0]) + 8 * (Number(name[1]) - 1) : -1;
}

/**
 * The rows from 0, and the nodes from 0 in the order in which they are entered. A row's letter is `e` for an inner node
 * that is entered, `l` for a leaf, and a digit for the update after a child.
 */
class Search {
  /** @param {PageData} data */
  constructor(data) {
    this.data = data;
    const count = data.rows.length;
    this.count = count;
    this.log = Array.from(data.log, place);
    /** The node of each row. */
    this.node = new Int32Array(count);
    this.value = new Float64Array(count);
    this.alpha = new Float64Array(count);
    this.beta = new Float64Array(count);
    /** The name of the move that leads to each node. */
    this.moves = this.names(data.moves);
    const nodes = this.moves.length;
    this.parent = new Int32Array(nodes).fill(-1);
    this.ply = new Int32Array(nodes);
    this.first = new Int32Array(nodes);
    this.last = new Int32Array(nodes);
    /** The number of nodes below each node. */
    this.below = new Int32Array(nodes);
    this.replyLists = data.replies.split(" ");
    this.flippedLists = data.board ? data.board.flipped.split(" ") : [];
    this.frames = data.frames.map((frame) => frame.split("{}"));
    this.texts = Int32Array.from(Array.from(data.texts, place));
    /** The start of each row in `texts`. */
    this.textStarts = new Int32Array(count);
    this.lowest = Infinity;
    this.highest = -Infinity;
    this.read();
  }

  read() {
    const { rows, leaves, window, prefix } = this.data;
    let [nodes, leaf, text] = [0, 0, 0];
    for (let row = 0; row < this.count; row++) {
      this.textStarts[row] = text;
      text += this.frames[this.texts[text]].length;
      const letter = rows[row];
      if (letter >= "0" && letter <= "7") {
        // The child is the node whose last row is the row before.
        const child = this.node[row - 1];
        const node = this.parent[child];
        const before = this.first[child] - 1;
        const flags = Number(letter);
        this.node[row] = node;
        this.value[row] = this.value[flags & IMPROVED ? row - 1 : before];
        const isMax = this.isMax(node);
        this.alpha[row] = flags & NARROWED && isMax ? this.value[row] : this.alpha[before];
        this.beta[row] = flags & NARROWED && !isMax ? this.value[row] : this.beta[before];
        this.last[node] = row;
        this.below[node] += this.below[child] + 1;
        continue;
      }
      const node = nodes++;
      const parent = row === 0 ? -1 : this.node[row - 1];
      this.node[row] = node;
      this.parent[node] = parent;
      this.ply[node] = parent < 0 ? prefix.length : this.ply[parent] + 1;
      this.first[node] = this.last[node] = row;
      this.alpha[row] = parent < 0 ? (window?.[0] ?? -Infinity) : this.alpha[row - 1];
      this.beta[row] = parent < 0 ? (window?.[1] ?? Infinity) : this.beta[row - 1];
      if (letter === "e") {
        this.value[row] = this.isMax(node) ? -Infinity : Infinity;
      } else {
        this.value[row] = leaves[leaf++];
        this.lowest = Math.min(this.lowest, this.value[row]);
        this.highest = Math.max(this.highest, this.value[row]);
      }
    }
  }

  /** The number of a row in the log. @param {number} row */
  number(row) {
    return row + this.data.firstRow;
  }

  /** @param {number} row @returns {"enter" | "leaf" | "update"} */
  event(row) {
    const letter = this.data.rows[row];
    return letter === "e" ? "enter" : letter >= "0" && letter <= "7" ? "update" : "leaf";
  }

  /** The sentences of a row. @param {number} row */
  sentences(row) {
    const at = this.textStarts[row];
    return this.frames[this.texts[at]].map((text, index) => (index > 0 ? this.data.values[this.texts[at + index]] : "") + text).join("");
  }

  /** @param {number} row @param {number} flag */
  has(row, flag) {
    return this.event(row) === "update" && (Number(this.data.rows[row]) & flag) !== 0;
  }

  /** The child whose value an update uses. @param {number} row */
  child(row) {
    return this.node[row - 1];
  }

  /** The row of the same node before this one; -1 if there is none. @param {number} row */
  before(row) {
    return this.event(row) === "update" ? this.first[this.child(row)] - 1 : -1;
  }

  /** The last row of a node up to now, with its current value; -1 before the search enters the node. @param {number} node @param {number} now */
  latest(node, now) {
    if (this.first[node] > now) return -1;
    if (this.last[node] <= now) return this.last[node];
    let inside = this.node[now];
    if (inside === node) return now;
    while (this.parent[inside] !== node) inside = this.parent[inside];
    return this.first[inside] - 1;
  }

  /** The path from the first node to this node. @param {number} node */
  line(node) {
    const line = [];
    for (let at = node; at >= 0; at = this.parent[at]) line.unshift(at);
    return line;
  }

  /** @param {number} node */
  isLeaf(node) {
    return this.event(this.first[node]) === "leaf";
  }

  /** @param {number} node */
  player(node) {
    return this.ply[node] % 2;
  }

  /** @param {number} node */
  isMax(node) {
    return this.player(node) === this.data.max;
  }

  /** The names of letters. @param {string} letters */
  names(letters) {
    return Array.from(letters, (letter) => this.data.names[place(letter)]);
  }

  /** The name of a node in the log. @param {number} node */
  label(node) {
    return this.moves[node];
  }

  /** The name of a node in a sentence. @param {number} node */
  name(node) {
    const label = this.label(node);
    return label === this.data.format.root || (this.data.board && label === this.data.format.pass) ? `the ${label}` : label;
  }

  /** The moves that are not searched after an update. @param {number} row */
  skipped(row) {
    const replies = this.replies(this.node[row]);
    return replies.slice(replies.indexOf(this.label(this.child(row))) + 1);
  }

  /** The legal moves of a node, in the order of the search. @param {number} node @returns {string[]} */
  replies(node) {
    return this.names(this.replyLists[node]);
  }

  /** The searched children, in order. @param {number} node */
  children(node) {
    const children = [];
    for (let row = this.first[node] + 1; row < this.last[node]; row = this.last[this.node[row]] + 2) {
      children.push(this.node[row]);
    }
    return children;
  }

  /** A number as the log shows it. @param {number} value */
  valueText(value) {
    const { suffix, numbers, infinity } = this.data.format;
    return Number.isFinite(value) ? (numbers[value] ?? value + suffix) : (value < 0 ? "-" : "") + infinity;
  }

  /** A row as the log shows it. @param {number} row */
  text(row) {
    return this.data.lines[this.log[row]];
  }

  /**
   * The row that set the current alpha or beta; -1 if the bound is that of the first node.
   * @param {Float64Array} bounds @param {number} row
   */
  since(bounds, row) {
    for (let at = row; at >= 0; ) {
      const before = this.before(at);
      if (before < 0) at = this.first[this.node[at]] - 1;
      else if (bounds[before] !== bounds[at]) return at;
      else at = before;
    }
    return -1;
  }

  /** The squares of letters, from 0. @param {string} letters */
  squares(letters) {
    return this.names(letters).map(squareNumber);
  }

  /** The squares flipped by the move that leads to a node. @param {number} node */
  flipped(node) {
    return this.squares(this.flippedLists[node]);
  }

  /** The square on which the move that leads to a node placed a disc; none for the root and for a pass. @param {number} node */
  placed(node) {
    const square = this.ply[node] === 0 ? -1 : squareNumber(this.moves[node]);
    return square < 0 ? undefined : square;
  }

  /** The discs at a node, square by square: the name of a color, or nothing. @param {number} node @returns {string[]} */
  discs(node) {
    const discs = new Array(64).fill("");
    const { board, colors } = this.data;
    if (!board || !colors) return discs;
    for (const square of this.squares(board.black)) discs[square] = "black";
    for (const square of this.squares(board.white)) discs[square] = "white";
    for (const at of this.line(node).slice(1)) {
      const color = colors[1 - this.player(at)];
      for (const square of [this.placed(at) ?? [], this.flipped(at)].flat()) discs[square] = color;
    }
    return discs;
  }

  /** The number that each square adds to the value of a node's position. @param {number} node */
  amounts(node) {
    const { board, colors, max } = this.data;
    return this.discs(node).map((color, square) => {
      const weight = board?.weights ? board.weights[square] : 1;
      return color === "" ? 0 : color === colors?.[max] ? weight : -weight;
    });
  }
}
