// A table of tokens. A click reports a token's id; the scroll position is kept while the rows stay the same.

import { component } from "../component.js";
import { closest, fillTemplate, isEqual, make, setAttributes, tint } from "../dom.js";
import {
  chooseNotation,
  chosenNotation,
  initialNotation,
  NotationSwitch,
  onNotationChange,
  effectiveNotation,
} from "../notation.js";

/** @import {TokenListRow, TokenListLabels} from "../contract" */
/** @import {Notation} from "../notation.js" */
/** @import {Component} from "../streamlit" */

/** @type {Component<{rows: TokenListRow[], chosen: number | null, labels: TokenListLabels}>} */
export default component(".list", (root) => {
  /** @type {unknown} */ let shown;
  /** @type {TokenListRow[]} */ let shownRows = [];
  /** @type {NotationSwitch | undefined} */ let notations;
  initialNotation();
  const writeNames = () => {
    const available = /** @type {Notation[]} */ (Object.keys(shownRows[0]?.names ?? {}));
    const notation = effectiveNotation(chosenNotation(), available, "text");
    notations?.show(available, notation);
    const buttons = root.querySelectorAll("td button");
    shownRows.forEach(({ names }, place) => (buttons[place].textContent = names[notation]));
  };
  const stopListening = onNotationChange(writeNames);
  return {
    stop: stopListening,
    update({ data: { rows, chosen, labels }, setTriggerValue }) {
      if (!isEqual(shown, [rows, labels])) {
        notations = new NotationSwitch(labels, chooseNotation);
        draw(root, rows, labels);
        root.prepend(notations.element);
        shownRows = rows;
        writeNames();
      }
      shown = [rows, labels];
      for (const button of root.querySelectorAll("td button")) {
        const current = Number(button.getAttribute("data-id")) === chosen;
        button.closest("tr")?.classList.toggle("chosen", current);
        button.setAttribute("aria-pressed", String(current));
      }
      root.onclick = (event) => {
        const button = closest(event.target, "td button");
        if (button) setTriggerValue("pick", Number(button.dataset.id));
      };
    },
  };
});

/** @type {(root: HTMLElement, rows: TokenListRow[], labels: TokenListLabels) => void} */
function draw(root, rows, labels) {
  const names = [labels.token, labels.id, labels.length, labels.bytes];
  const heads = names.map((text) => make("th", { scope: "col" }, text));
  const body = rows.map(({ id, name, hue, bytes, characters, length }) => {
    const label = fillTemplate(labels.pick, { token: name, id });
    return make(
      "tr",
      { "data-id": id },
      make("td", make("button.token", tint(hue), { "data-id": id, "aria-label": label })),
      make("td.number", id),
      make("td", make("span.nowrap", length), make("span.subdued", characters)),
      make("td.bytes", bytes),
    );
  });
  setAttributes(root, { role: "region", "aria-label": labels.list });
  root.replaceChildren(make("table", make("thead", make("tr", ...heads)), make("tbody", ...body)));
  root.scrollTop = 0;
}
