// Draws the matrix of Compare methods.

import { drawOnChange } from "../component.js";
import { fillTemplate, findOne, make, setAttributes, tint } from "../dom.js";

/** @import {ComparedColumn, MethodMatrix, MethodMatrixLabels, TableCell} from "../contract" */

const MAX_ROOMY_ROWS = 9; // more rows have no room for a count below each word
const LONG_WORD = 10; // tokens; they are set smaller

/** Return the head of a method's column: its name, its rule, and how many tokens the corpus has, beside the others. */
const head = (/** @type {ComparedColumn} */ { name, rule, share, count }) =>
  make(
    "th",
    { scope: "col" },
    make("b", name),
    make("span.rule", rule),
    make("span.track", { "aria-hidden": "true" }, make("i", { style: `width: ${100 * share}%` })),
    make("span.sum", count),
  );

/** Return the matrix as a table. @type {(data: MethodMatrix & {labels: MethodMatrixLabels}) => HTMLTableElement} */
export function table({ columns, rows, labels }) {
  const token = (/** @type {TableCell["tokens"][number]} */ [text, id, hue]) =>
    id === null
      ? make("span.token.unknown", text)
      : make("span.token", tint(hue), { title: fillTemplate(labels.token, { id }) }, text);
  const cell = (/** @type {TableCell} */ { tokens, count, differs }) => {
    const number = make(
      "span.number",
      make("span", { "aria-hidden": "true" }, tokens.length),
      make("span.screen-reader-text", count),
    );
    const row = make(
      "div",
      make("span.tokens", ...tokens.map(token)),
      number,
      differs ? make("span.screen-reader-text", labels.differs) : null,
    );
    return make(differs ? "td.other" : "td", row);
  };
  const body = rows.map(({ word, note, isNew, cells }, place) => {
    const isFirst = isNew && !rows[place - 1]?.isNew;
    const title = make("th", { scope: "row" }, make("span.word", word), " ", make("span.note", note));
    const isLong = cells.some(({ tokens }) => tokens.length >= LONG_WORD);
    return make("tr", { classes: { first: isFirst, long: isLong } }, title, ...cells.map(cell));
  });
  const corner = make("td", make("span.screen-reader-text", labels.word));
  return make("table", make("thead", make("tr", corner, ...columns.map(head))), make("tbody", ...body));
}

export default drawOnChange(".comparison", (root, /** @type {MethodMatrix & {labels: MethodMatrixLabels}} */ data) => {
  const { caption, columns, rows, sums, unknown, labels } = data;
  const board = findOne(root, ".board");
  setAttributes(board, { role: "region", "aria-label": caption });
  setAttributes(root, {
    style: `--columns: ${columns.length}; --rows: ${rows.length}`,
    classes: { dense: rows.length > MAX_ROOMY_ROWS },
  });
  board.replaceChildren(table(data));
  findOne(root, ".key").replaceChildren(
    make("span", make("i.other", { "aria-hidden": "true" }), labels.bar),
    make("span", make("span.token.unknown", unknown), " ", labels.unknown),
    make("span", sums),
  );
});
