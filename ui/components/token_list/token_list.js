// A table of tokens. A click on one tells its id; the scroll position stays while the rows do.

import { closest, fill, find, make } from "../dom.js";

/**
 * @typedef {object} Data
 * @property {import("../contract").ListedToken[]} rows
 * @property {number | null} chosen
 * @property {import("../contract").TokenListLabels} labels
 */

/** @type {WeakMap<object, string>} */
const shown = new WeakMap();

/** @param {import("../streamlit").Given<Data>} given */
export default function ({ data, parentElement, setTriggerValue }) {
  const { rows, chosen, labels } = data;
  const root = find(parentElement, ".list");
  const content = JSON.stringify([rows, labels]);
  if (shown.get(parentElement) !== content) {
    shown.set(parentElement, content);
    const heads = [labels.token, labels.id, labels.length, labels.bytes].map((text) =>
      make("th", "", { scope: "col" }, text),
    );
    root.setAttribute("aria-label", labels.list);
    root.setAttribute("role", "region");
    const body = make("tbody", "", ...rows.map((row) => draw(row, labels)));
    root.replaceChildren(make("table", "", make("thead", "", make("tr", "", ...heads)), body));
    root.scrollTop = 0;
  }
  for (const button of root.querySelectorAll("button")) {
    const current = Number(button.dataset.id) === chosen;
    button.closest("tr")?.classList.toggle("chosen", current);
    button.setAttribute("aria-pressed", String(current));
  }
  root.onclick = (event) => {
    const button = closest(event.target, "button");
    if (button) setTriggerValue("pick", Number(button.dataset.id));
  };
  return () => {
    shown.delete(parentElement);
  };
}

/**
 * @param {import("../contract").ListedToken} token
 * @param {import("../contract").TokenListLabels} labels
 */
function draw({ id, text, name, hue, bytes, characters, length }, labels) {
  const label = fill(labels.pick, { token: name, id });
  return make(
    "tr",
    "",
    { "data-id": id },
    make(
      "td",
      "",
      make("button", "token", { type: "button", "data-id": id, style: `--hue: ${hue}`, "aria-label": label }, text),
    ),
    make("td", "number", id),
    make("td", "", make("span", "nowrap", length), make("span", "quiet", characters)),
    make("td", "bytes", bytes),
  );
}
