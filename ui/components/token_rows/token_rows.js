// Draws short texts as tokens with their ids.

import { drawOnChange } from "../component.js";
import { fillTemplate, make, tint } from "../dom.js";

/** @import {TokenRowsLabels} from "../contract" */
/** @typedef {[text: string, id: number | string, hue: number | null, endsLine: boolean]} Token A text that isn't cut has no hue. */
/** @typedef {{title: string, count: string, tokens: Token[]}} Row */

/** @typedef {{rows: Row[], labels: TokenRowsLabels}} TokenRowsData */

export default drawOnChange(".rows", (root, /** @type {TokenRowsData} */ data) =>
  root.replaceChildren(...tokenRows(data)),
);

/** @param {{rows: Row[], labels: Pick<TokenRowsLabels, "token">}} data */
export function tokenRows({ rows, labels }) {
  const tokenItem = (/** @type {Token} */ [text, id, hue]) => {
    const label = fillTemplate(labels.token, { id });
    return make(
      "li",
      make(hue === null ? "span.token.unknown" : "span.token", tint(hue), text),
      make("span.id", { "aria-label": label }, id),
    );
  };
  return rows.map(({ title, count, tokens }) => {
    const lines = linesOf(tokens).map((line) => make("ul", ...line.map(tokenItem)));
    return make("section", make("h3", title, make("span.count", count)), make("div.text", ...lines));
  });
}

/** Group the tokens by the lines of their text. @param {Token[]} tokens */
export function linesOf(tokens) {
  /** @type {Token[][]} */ const lines = [];
  let continuesLine = false;
  for (const token of tokens) {
    if (continuesLine) lines[lines.length - 1].push(token);
    else lines.push([token]);
    continuesLine = !token[3];
  }
  return lines;
}
