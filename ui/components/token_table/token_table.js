// Draws a table whose cells are tokens.

import { fill, find, make } from "../dom.js";

/** @typedef {import("../contract").TokenTable} TokenTable */

/** @param {import("../streamlit").Given<TokenTable & {labels: import("../contract").TokenTableLabels}>} given */
export default function ({ data, parentElement }) {
  /** @type {(token: TokenTable["rows"][number]["cells"][number]["tokens"][number]) => HTMLElement} */
  const token = ([text, id, hue]) =>
    make(
      "span",
      id === null ? "token unknown" : "token",
      {
        style: hue === null ? null : `--hue: ${hue}`,
        title: id === null ? null : fill(data.labels.token, { id }),
      },
      text,
    );
  const heads = data.columns.map((title) => make("th", "", { scope: "col" }, title));
  const rows = data.rows.map(({ title, note, cells }) =>
    make(
      "tr",
      "",
      make("th", "", { scope: "row" }, title, note ? make("span", "differs", note) : null),
      ...cells.map(({ tokens, count, differs }) =>
        make("td", differs ? "other" : "same", ...tokens.map(token), make("span", "number", count)),
      ),
    ),
  );
  const frame = find(parentElement, ".frame");
  frame.setAttribute("role", "region");
  frame.setAttribute("aria-label", data.caption);
  frame.replaceChildren(make("table", "", make("thead", "", make("tr", "", ...heads)), make("tbody", "", ...rows)));
}
