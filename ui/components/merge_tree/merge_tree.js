// Draws a tree of tokens as nested lists; the style sheet makes a picture of them.

import { find, make } from "../dom.js";

/** @typedef {import("../contract").Node} TreeNode */

/** @type {WeakMap<object, number>} */
const drawn = new WeakMap();

/** @param {import("../streamlit").Given<import("../contract").MergeTree & {labels: import("../contract").MergeTreeLabels}>} given */
export default function ({ data, parentElement }) {
  /** @type {(one: TreeNode) => HTMLElement} */
  const node = ({ text, hue, id, caption, parts, more }) => {
    const style = hue === null ? null : `--hue: ${hue}`;
    return make(
      "li",
      "",
      make(
        "span",
        "node",
        make("span", hue === null ? "token unknown" : "token", { style }, text),
        make("span", "about", id),
        make("span", "about", caption),
      ),
      more ? make("span", "about", { role: "img", "aria-label": data.labels.more }, "…") : null,
      parts.length ? make("ul", "", ...parts.map(node)) : null,
    );
  };
  const root = find(parentElement, ".tree");
  const said = make("div", "said", { role: "status" }, ...data.said.map((text) => make("p", "", text)));
  const picture = make(
    "div",
    data.small ? "picture small" : "picture",
    { tabindex: 0, role: "region", "aria-label": data.labels.tree },
    make("ul", "", node(data.tree)),
  );
  root.replaceChildren(said, picture);
  // Begin with the root of a wide tree in view.
  if (data.small) picture.scrollLeft = (picture.scrollWidth - picture.clientWidth) / 2;
  const before = drawn.get(parentElement);
  drawn.set(parentElement, data.id);
  // Another token was picked: on a narrow screen the tree may lie below.
  if (before !== undefined && before !== data.id) root.scrollIntoView({ block: "nearest" });
  return () => {
    drawn.delete(parentElement);
  };
}
