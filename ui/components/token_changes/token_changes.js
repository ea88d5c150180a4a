// Draws a text's tokens before and after a change of the vocabulary. Each column is a part of the text that both cut at
// its ends; between its two rows, a band leads from each token of the one that has more.

import { component } from "../component.js";
import { closest, fillTemplate, isEqual, make, setAttributes, tint } from "../dom.js";

/** @import {TokenChanges} from "../contract" */
/** @import {Component} from "../streamlit" */
/** @typedef {TokenChanges["lost"]["tokens"][number]} ChangedToken */

const LONG = 120; // characters; longer texts are set smaller

/** @type {Component<TokenChanges>} */
export default component(".changes", (root) => {
  /** @type {unknown} */ let shown;
  return {
    update({ data, setTriggerValue: trigger }) {
      root.onclick = ({ target }) => {
        const pressed = closest(target, "button");
        if (pressed?.dataset.id) trigger("pick", Number(pressed.dataset.id));
        else if (pressed) trigger("undo", true);
      };
      if (isEqual(shown, data)) return;
      shown = data;
      const document = root.getRootNode();
      const place =
        document instanceof ShadowRoot
          ? [...root.querySelectorAll("button")].indexOf(Object(document.activeElement))
          : -1;
      draw(root, data);
      if (place >= 0) root.querySelectorAll("button")[place]?.focus();
    },
  };
});

/** @param {HTMLElement} root @param {TokenChanges} data */
function draw(root, { about, names, columns, lost, labels }) {
  /** @type {(token: ChangedToken) => HTMLElement} */
  const tile = ([text, id, hue, state]) => {
    const title = fillTemplate(labels.token, { id });
    if (state !== "kept" && state !== "out")
      return make(
        "span.token",
        tint(hue),
        { title, classes: { dropped: state === "lost", "new-token": state === "new" } },
        text,
      );
    const label = fillTemplate(labels.remove, { token: text, id });
    const pressed = { "data-id": id, "aria-pressed": state === "out", "aria-label": label, title };
    return make("button.token", tint(hue), pressed, { classes: { dropped: state === "out" } }, text);
  };
  /** @type {(tokens: ChangedToken[], leads: boolean) => HTMLElement} */
  const row = (tokens, leads) =>
    make("div", { classes: { leads } }, ...tokens.map((token) => make("div.hued", tint(token[2]), tile(token))));
  const parts = columns.map(([before, after]) => {
    const isMore = before.length > after.length;
    const changed = !isEqual(
      before.map(([, id]) => id),
      after.map(([, id]) => id),
    );
    return make("li", { classes: { changed } }, row(before, isMore), row(after, !isMore));
  });
  const long = columns.flatMap(([before]) => before).reduce((sum, [text]) => sum + text.length, 0) > LONG;
  const canUndo = columns.some(([before]) => before.some(([, , , state]) => state === "out"));
  const titles = names.map(([name, count]) => make("div", make("strong", name), make("span", count)));
  setAttributes(root, { role: "group", "aria-label": about });
  root.replaceChildren(
    ...(labels.hint
      ? [make("div.head", make("p", labels.hint), make("button.undo", { disabled: !canUndo }, labels.undo))]
      : []),
    make("div.rows", { classes: { long } }, make("div.names", ...titles), make("ol", ...parts)),
    ...(lost.said ? [make("p.said", lost.said)] : []),
    ...(lost.tokens.length ? [make("div.lost", ...lost.tokens.map(tile), lost.more ? "…" : null)] : []),
  );
}
