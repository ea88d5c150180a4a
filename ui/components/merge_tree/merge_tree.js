// Draws a merge tree as nested lists; the style sheet makes them a picture, in which each part hangs from a curve.

import { drawOnChange } from "../component.js";
import { make, tint } from "../dom.js";
import { chosenNotation, initialNotation, onNotationChange, effectiveNotation } from "../notation.js";

/** @import {Notation} from "../notation.js" */
/** @import {MergeTreePayload, MergeTreeLabels, Node as TreeNode} from "../contract" */

/** Return how many symbols a token was built from. @type {(node: Pick<TreeNode, "parts">) => number} */
const leaves = ({ parts }) => parts.reduce((sum, part) => sum + leaves(part), 0) || 1;

/** @type {(node: TreeNode) => number} */
const levels = ({ parts }) => 1 + Math.max(0, ...parts.map(levels));

const SVG = "http://www.w3.org/2000/svg";

/** Draw the curves from each token of a picture to its parts, in the colour of the token. */
function drawBranches(/** @type {HTMLElement} */ picture, /** @type {SVGElement} */ branches) {
  const { left, top } = branches.getBoundingClientRect();
  const edges = (/** @type {Element | null} */ node) => {
    const box = node?.getBoundingClientRect() ?? new DOMRect();
    return { x: box.left + box.width / 2 - left, top: box.top - top, bottom: box.bottom - top };
  };
  const paths = [...picture.querySelectorAll("ul ul > li")].map((part) => {
    const whole = part.parentElement?.parentElement?.querySelector(".node");
    const [from, to] = [edges(whole ?? null), edges(part.querySelector(".token"))];
    const between = (from.bottom + to.top) / 2;
    const path = document.createElementNS(SVG, "path");
    const style = whole?.querySelector(".token")?.getAttribute("style");
    path.setAttribute("class", style ? "hued" : "bare");
    path.style.cssText = style ?? "";
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
    const drawTile = (/** @type {Pick<TreeNode, "names" | "hue">} */ { names: tokenNames, hue }) => {
      const token = make(hue === null ? "span.token.unknown" : "span.token", tint(hue));
      names.set(token, tokenNames);
      return token;
    };
    /** @type {(node: TreeNode) => HTMLElement} */
    const drawNode = ({ names: tokenNames, hue, id, caption, parts, more }) => {
      return make(
        "li",
        make("span.node", drawTile({ names: tokenNames, hue }), make("span.about", id), make("span.about", caption)),
        more ? make("span.about", { role: "img", "aria-label": labels.more }, "…") : null,
        parts.length ? make("ul", ...parts.map(drawNode)) : null,
        { style: `--share: ${leaves({ parts })}` },
      );
    };
    const status = make("div.explanation", { role: "status" });
    const region = { tabindex: 0, role: "region", "aria-label": labels.tree };
    const size = { style: `--leaves: ${leaves(tree)}; --levels: ${levels(tree)}` };
    const picture = make(small ? "div.picture.small" : "div.picture", region, size, make("ul", drawNode(tree)));
    const branches = document.createElementNS(SVG, "svg");
    branches.setAttribute("class", "branches");
    branches.setAttribute("aria-hidden", "true");
    if (small) picture.firstElementChild?.append(branches);
    const entries = facts.map(([name, value]) => make("div", make("dt", name), make("dd", { title: value }, value)));
    root.replaceChildren(make("header", drawTile(tree), make("dl", ...entries)), picture, status);
    const writeNames = () => {
      const notation = effectiveNotation(chosenNotation(), /** @type {Notation[]} */ (Object.keys(tree.names)), "text");
      status.replaceChildren(...said[notation].map((text) => make("p", text, " ")));
      for (const [token, tokenNames] of names) token.textContent = tokenNames[notation];
    };
    initialNotation();
    writeNames();
    const draw = () => drawBranches(picture, branches);
    const stopListening = onNotationChange(() => {
      writeNames();
      draw();
    });
    const sizes = new ResizeObserver(draw);
    if (small) for (const token of picture.querySelectorAll(".token")) sizes.observe(token);
    sizes.observe(picture);
    // Begin with the root of a wide tree in view.
    if (small) picture.scrollLeft = (picture.scrollWidth - picture.clientWidth) / 2;
    // On a narrow screen, the tree of a picked token may be below. The tree of a search's first token is not scrolled
    // to: searchers read the list.
    if (before && before.id !== id && picked) root.scrollIntoView({ block: "nearest" });
    return () => {
      sizes.disconnect();
      stopListening();
    };
  },
);
