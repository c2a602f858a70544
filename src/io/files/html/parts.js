// Functions for all pages: elements, counts, squares and boards.
"use strict";

/** @template {HTMLElement} [T=HTMLElement] @param {string} id @returns {T} */
function byId(id) {
  return /** @type {T} */ (document.getElementById(id));
}

/**
 * An element with attributes and content. Text is never read as HTML.
 * @param {string} tag @param {Record<string, string>} attributes @param {(Node | string)[]} inside
 */
function element(tag, attributes = {}, ...inside) {
  const isDrawn = ["svg", "path", "line", "text", "rect", "circle"].includes(tag);
  const made = isDrawn ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return /** @type {HTMLElement} */ (made);
}

/** @param {number} count @param {string} one @param {string} many */
function counted(count, one, many) {
  return `${count} ${count === 1 ? one : many}`;
}

/** The name of a square, counted row by row from 0 in rows of 8. @param {number} square */
function squareName(square) {
  return "abcdefgh"[square % 8] + (Math.floor(square / 8) + 1);
}

/**
 * Fills a table with an empty board, and returns its cells by the numbers of their squares.
 * @param {Element} body @param {number} size @param {(square: number) => HTMLElement} cell
 */
function boardCells(body, size, cell) {
  const places = [...Array(size).keys()];
  const head = places.map((column) => element("th", { scope: "col" }, "abcdefgh"[column]));
  body.append(element("tr", {}, element("td"), ...head));
  /** @type {HTMLElement[]} */
  const cells = [];
  for (const row of places) {
    const line = places.map((column) => (cells[8 * row + column] = cell(8 * row + column)));
    body.append(element("tr", {}, element("th", { scope: "row" }, String(row + 1)), ...line));
  }
  return cells;
}

/** The classes for the colours of a terminal, by the last digit of their codes. */
const COLORS = ["dimmed", "red", "green", "yellow", "blue", "magenta", "cyan", ""];

/** A text with its colours, as a terminal shows it. @param {string} text */
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
    const text = part.slice(end + 1);
    parts.push(names ? element("span", { class: names }, text) : document.createTextNode(text));
  }
  return parts;
}

/** The columns after which the program breaks a line. */
const COLUMNS = 80;

/** A text without colours. @param {string} text */
const plain = (text) => text.replace(/\x1b\[[\d;]*m/g, "");

/** True for a line of a board, a table or a log, whose columns must stay aligned. @param {string} line */
const isFixed = (line) => /\S {2,}\S|^ *\S( \S)+ *$|^ *\^+ *$/.test(line);

/** The lines of a report before the program broke them. If the next word did not fit into a line, the next line continues it. @param {string} text */
function unbroken(text) {
  /** @type {string[]} */
  const lines = [];
  let last = "";
  for (const line of text.split("\n")) {
    const now = plain(line);
    // A new paragraph may only begin after the end of a sentence.
    const goesOn = last.trim() && now.trim() && !last.endsWith(".") && last.length + 1 + now.trim().split(" ")[0].length > COLUMNS;
    if (goesOn && !isFixed(last) && !isFixed(now)) lines[lines.length - 1] += ` ${line.trimStart()}`;
    else lines.push(line);
    last = now;
  }
  return lines;
}

/** A text in which no line may end after a minus sign. @param {Node} node @returns {(Node | string)[]} */
const unsplit = (node) => (node.nodeType === Node.TEXT_NODE ? String(node.textContent).split(/(-\w[\w.]*)/).map((part) => (part.startsWith("-") ? element("span", { class: "unbroken" }, part) : part)) : [node]);

/** Lines that fit into any width. Boards and tables keep their columns, and scroll by themselves. @param {string[]} lines */
function reflowed(lines) {
  const parts = [];
  for (const line of lines) {
    const kind = isFixed(plain(line)) ? "fixed" : "line";
    const part = kind === "fixed" && parts.at(-1)?.className === kind ? /** @type {HTMLElement} */ (parts.at(-1)) : element("div", kind === "fixed" ? { class: kind, tabindex: "0" } : { class: kind });
    part.append(...(kind === "fixed" ? colored(line) : colored(line).flatMap(unsplit)), "\n");
    part.style.setProperty("--indent", `${plain(line).search(/\S|$/)}ch`);
    if (part !== parts.at(-1)) parts.push(part);
  }
  return parts;
}
