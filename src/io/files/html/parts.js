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

/** The parts of a sentence; words of files are between backticks. @param {string} text */
const sentence = (text) => text.split("`").flatMap((part, place) => (place % 2 === 1 ? [element("code", {}, part)] : unsplit(part)));

/** A paragraph; nothing without a text. @param {string | null | undefined} text @param {Record<string, string>} [attributes] */
const paragraph = (text, attributes = {}) => (text ? [element("p", attributes, ...sentence(text))] : []);

/** A paragraph with a label; nothing without a text. @param {string} label @param {string | undefined} text */
const labelled = (label, text) => (text ? [element("p", {}, element("b", {}, `${label} `), ...sentence(text))] : []);

/** The paragraphs of a diagnosis: texts, and mistakes in bold with the place to look, the rule and the name. @param {any[]} said */
function told(said) {
  return said.flatMap(({ text, done, look, rule, name }) =>
    text ? paragraph(text) : [...paragraph(done, { class: "cause" }), ...labelled("Where to look:", look), ...labelled("The assignment:", rule), ...labelled("Name of the mistake:", name && `\`${name}\``)],
  );
}

/** A text in which no line ends after a minus sign. @param {string} text */
const unsplit = (text) => text.split(/(-[\w.]+)/).map((part) => (part.startsWith("-") ? element("span", { class: "unbroken" }, part) : part));
