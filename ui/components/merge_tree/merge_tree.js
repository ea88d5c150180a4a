// Draws a merge tree as nested lists; the style sheet makes them a picture, in which each part hangs from a curve.

import { drawOnChange } from "../component.js";
import { make, tint } from "../dom.js";
import { chosenNotation, initialNotation, onNotationChange, effectiveNotation } from "../notation.js";

/** @import {Notation} from "../notation.js" */
/** @import {MergeTreePayload, MergeTreeLabels, Node as TreeNode} from "../contract" */

/** How many symbols it was made of. @type {(node: Pick<TreeNode, "parts">) => number} */
const leaves = ({ parts }) => parts.reduce((sum, part) => sum + leaves(part), 0) || 1;

/** @type {(node: TreeNode) => number} */
const levels = ({ parts }) => 1 + Math.max(0, ...parts.map(levels));

const SVG = "http://www.w3.org/2000/svg";

/** Draw the curves from each token of a picture to its parts, in the colour of the token. */
function drawBranches(/** @type {HTMLElement} */ picture, /** @type {SVGElement} */ branches) {
  const { left, top } = branches.getBoundingClientRect();
  const ends = (/** @type {Element | null} */ node) => {
    const box = node?.getBoundingClientRect() ?? new DOMRect();
    return { x: box.left + box.width / 2 - left, top: box.top - top, bottom: box.bottom - top };
  };
  const paths = [...picture.querySelectorAll("ul ul > li")].map((part) => {
    const whole = part.parentElement?.parentElement?.querySelector(".node");
    const [from, to] = [ends(whole ?? null), ends(part.querySelector(".token"))];
    const between = (from.bottom + to.top) / 2;
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("class", "hued");
    path.style.cssText = whole?.querySelector(".token")?.getAttribute("style") ?? "";
    path.setAttribute("d", `M${from.x},${from.bottom} C${from.x},${between} ${to.x},${between} ${to.x},${to.top}`);
    return path;
  });
  branches.replaceChildren(...paths);
}

export default drawOnChange(
  ".tree",
  (
    root,
    /** @type {MergeTreePayload & {picked: boolean, labels: MergeTreeLabels}} */ {
      id,
      facts,
      said,
      tree,
      small,
      picked,
      labels,
    },
    before,
  ) => {
    /** @type {Map<Element, TreeNode["names"]>} */ const names = new Map();
    const tile = (/** @type {Pick<TreeNode, "names" | "hue">} */ { names: own, hue }) => {
      const token = make(hue === null ? "span.token.unknown" : "span.token", tint(hue));
      names.set(token, own);
      return token;
    };
    /** @type {(one: TreeNode) => HTMLElement} */
    const node = ({ names: own, hue, id, caption, parts, more }) => {
      return make(
        "li",
        make("span.node", tile({ names: own, hue }), make("span.about", id), make("span.about", caption)),
        more ? make("span.about", { role: "img", "aria-label": labels.more }, "…") : null,
        parts.length ? make("ul", ...parts.map(node)) : null,
        { style: `--share: ${leaves({ parts })}` },
      );
    };
    const status = make("div.explanation", { role: "status" });
    const region = { tabindex: 0, role: "region", "aria-label": labels.tree };
    const size = { style: `--leaves: ${leaves(tree)}; --levels: ${levels(tree)}` };
    const picture = make(small ? "div.picture.small" : "div.picture", region, size, make("ul", node(tree)));
    const branches = document.createElementNS(SVG, "svg");
    branches.setAttribute("class", "branches");
    branches.setAttribute("aria-hidden", "true");
    if (small) picture.firstElementChild?.append(branches);
    const entries = facts.map(([name, value]) => make("div", make("dt", name), make("dd", { title: value }, value)));
    root.replaceChildren(make("header", tile(tree), make("dl", ...entries)), picture, status);
    const write = () => {
      const notation = effectiveNotation(chosenNotation(), /** @type {Notation[]} */ (Object.keys(tree.names)), "text");
      status.replaceChildren(...said[notation].map((text) => make("p", text, " ")));
      for (const [token, own] of names) token.textContent = own[notation];
    };
    initialNotation();
    write();
    const draw = () => drawBranches(picture, branches);
    const unlisten = onNotationChange(() => {
      write();
      draw();
    });
    const sizes = new ResizeObserver(draw);
    if (small) for (const one of picture.querySelectorAll(".token")) sizes.observe(one);
    sizes.observe(picture);
    // Begin with the root of a wide tree in view.
    if (small) picture.scrollLeft = (picture.scrollWidth - picture.clientWidth) / 2;
    // On a narrow screen, the tree of a picked token may be below. The tree of a search's first token is not scrolled
    // to: searchers read the list.
    if (before && before.id !== id && picked) root.scrollIntoView({ block: "nearest" });
    return () => {
      sizes.disconnect();
      unlisten();
    };
  },
);
