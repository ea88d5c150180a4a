// Draws a table whose cells are tokens.

import { drawOnChange } from "../component.js";
import { fillTemplate, make, setAttributes, tint } from "../dom.js";

/** @import {TableCell, TokenTable, TokenTableLabels} from "../contract" */

export default drawOnChange(
  ".frame",
  (root, /** @type {TokenTable & {labels: TokenTableLabels}} */ { caption, columns, rows, labels }) => {
    const token = (/** @type {TableCell["tokens"][number]} */ [text, id, hue]) =>
      id === null
        ? make("span.token.unknown", tint(hue), text)
        : make("span.token", tint(hue), { title: fillTemplate(labels.token, { id }) }, text);
    // A line breaks between a call's arguments, and not within a name.
    const program = (/** @type {string} */ call) =>
      make("code", ...call.split(" ").flatMap((part, place) => [place ? " " : "", make("span.unbroken", part)]));
    const cell = (/** @type {TableCell} */ { call, tokens, error, count, differs }, /** @type {number} */ place) =>
      make(
        differs ? "td.other" : "td",
        { role: "cell", "data-column": columns[place + 1] },
        call && program(call),
        ...tokens.map(token),
        error && make("span.error", error),
        make("span.number", count),
      );
    const heads = columns.map((title) => make("th", { scope: "col", role: "columnheader" }, title));
    const body = rows.map(({ title, note, cells }) => {
      const head = make("th", { scope: "row", role: "rowheader" }, title, note && make("span.differs", note));
      return make("tr", { role: "row" }, head, ...cells.map(cell));
    });
    setAttributes(root, { role: "region", "aria-label": caption });
    // On a phone, the style sheet lays them out differently; the roles keep them a table for screen readers.
    const parts = [make("thead", make("tr", { role: "row" }, ...heads)), make("tbody", ...body)];
    for (const part of parts) setAttributes(part, { role: "rowgroup" });
    root.replaceChildren(make("table", { role: "table" }, ...parts));
  },
);
