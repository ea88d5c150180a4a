// Draws short texts as tokens with their ids.

import { drawing } from "../component.js";
import { fillTemplate, make, tint } from "../dom.js";

/** @import {TokenRow, TokenRowsLabels} from "../contract" */
/** @typedef {TokenRow["tokens"][number]} Token */

/** @typedef {{rows: TokenRow[], labels: TokenRowsLabels}} Given */

export default drawing(".rows", (root, /** @type {Given} */ given) => root.replaceChildren(...tokenRows(given)));

/** @param {{rows: TokenRow[], labels: Pick<TokenRowsLabels, "token">}} given */
export function tokenRows({ rows, labels }) {
  const chip = (/** @type {Token} */ [text, id, hue]) => {
    const label = fillTemplate(labels.token, { id });
    return make("li", make("span.token", tint(hue), text), make("span.id", { "aria-label": label }, id));
  };
  return rows.map(({ title, count, tokens }) => {
    const lines = linesOf(tokens).map((line) => make("ul", ...line.map(chip)));
    return make("section", make("h3", title, make("span.count", count)), make("div.text", ...lines));
  });
}

/** Group the tokens by the lines of their text. @param {Token[]} tokens */
function linesOf(tokens) {
  /** @type {Token[][]} */ const lines = [];
  let goesOn = false;
  for (const token of tokens) {
    if (goesOn) lines[lines.length - 1].push(token);
    else lines.push([token]);
    goesOn = !token[3];
  }
  return lines;
}
