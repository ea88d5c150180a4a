// A table of tokens. A click on one tells its id; the scroll position stays while the rows do.

import { component, isSame } from "../component.js";
import { closest, fill, make, setAttributes, tint } from "../dom.js";

/** @import {ListedToken, TokenListLabels} from "../contract" */
/** @import {Component} from "../streamlit" */

/** @type {Component<{rows: ListedToken[], chosen: number | null, labels: TokenListLabels}>} */
export default component(".list", (root) => {
  /** @type {unknown} */ let shown;
  return {
    update({ data: { rows, chosen, labels }, setTriggerValue }) {
      if (!isSame(shown, [rows, labels])) draw(root, rows, labels);
      shown = [rows, labels];
      for (const button of root.querySelectorAll("button")) {
        const current = Number(button.dataset.id) === chosen;
        button.closest("tr")?.classList.toggle("chosen", current);
        button.setAttribute("aria-pressed", String(current));
      }
      root.onclick = (event) => {
        const button = closest(event.target, "button");
        if (button) setTriggerValue("pick", Number(button.dataset.id));
      };
    },
  };
});

/** @type {(root: HTMLElement, rows: ListedToken[], labels: TokenListLabels) => void} */
function draw(root, rows, labels) {
  const names = [labels.token, labels.id, labels.length, labels.bytes];
  const heads = names.map((text) => make("th", { scope: "col" }, text));
  const body = rows.map(({ id, text, name, hue, bytes, characters, length }) => {
    const label = fill(labels.pick, { token: name, id });
    return make(
      "tr",
      { "data-id": id },
      make("td", make("button.token", tint(hue), { "data-id": id, "aria-label": label }, text)),
      make("td.number", id),
      make("td", make("span.nowrap", length), make("span.quiet", characters)),
      make("td.bytes", bytes),
    );
  });
  setAttributes(root, { role: "region", "aria-label": labels.list });
  root.replaceChildren(make("table", make("thead", make("tr", ...heads)), make("tbody", ...body)));
  root.scrollTop = 0;
}
