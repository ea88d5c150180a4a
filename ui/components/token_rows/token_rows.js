// Draws short texts as tokens with their ids.

import { fill, find, make } from "../dom.js";

/** @typedef {import("../contract").TokenRow} TokenRow */
/** @typedef {TokenRow["tokens"][number]} Token */

/** @param {import("../streamlit").Given<{rows: TokenRow[], labels: import("../contract").TokenRowsLabels}>} given */
export default function ({ data, parentElement }) {
  /** @type {(token: Token) => HTMLElement} */
  const chip = ([text, id, hue]) =>
    make(
      "li",
      "",
      make("span", "token", { style: `--hue: ${hue}` }, text),
      make("span", "id", { "aria-label": fill(data.labels.token, { id }) }, id),
    );
  const rows = data.rows.map(({ title, count, tokens }) => {
    const lines = linesOf(tokens).map((line) => make("ul", "", ...line.map(chip)));
    return make("section", "", make("h3", "", title, make("span", "count", count)), make("div", "text", ...lines));
  });
  find(parentElement, ".rows").replaceChildren(...rows);
}

/**
 * The tokens in the lines of their text.
 *
 * @param {Token[]} tokens
 */
function linesOf(tokens) {
  /** @type {Token[][]} */
  const lines = [];
  let goesOn = false;
  for (const token of tokens) {
    if (goesOn) lines[lines.length - 1].push(token);
    else lines.push([token]);
    goesOn = !token[3];
  }
  return lines;
}
