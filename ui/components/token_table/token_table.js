// Draws a table whose cells are tokens.

import { drawing } from "../component.js";
import { fillTemplate, make, setAttributes, tint } from "../dom.js";

/** @import {TableCell, TokenTable, TokenTableLabels} from "../contract" */

export default drawing(
  ".frame",
  (root, /** @type {TokenTable & {labels: TokenTableLabels}} */ { caption, columns, rows, labels }) => {
    const token = (/** @type {TableCell["tokens"][number]} */ [text, id, hue]) =>
      id === null
        ? make("span.token.unknown", tint(hue), text)
        : make("span.token", tint(hue), { title: fillTemplate(labels.token, { id }) }, text);
    const cell = (/** @type {TableCell} */ { call, tokens, count, differs }) =>
      make(differs ? "td.other" : "td", call && make("code", call), ...tokens.map(token), make("span.number", count));
    const heads = columns.map((title) => make("th", { scope: "col" }, title));
    const body = rows.map(({ title, note, cells }) => {
      const head = make("th", { scope: "row" }, title, note && make("span.differs", note));
      return make("tr", head, ...cells.map(cell));
    });
    setAttributes(root, { role: "region", "aria-label": caption });
    root.replaceChildren(make("table", make("thead", make("tr", ...heads)), make("tbody", ...body)));
  },
);
