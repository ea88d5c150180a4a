// The picture of a scene: rows aligned in columns, and bands in the colours of the tokens. Each step shows more of it.

import { make, setAttributes, tint } from "../components/dom.js";
import { leastColumn, leastRoom, mergeTree, textWidth, tokenStems, WEIGHTS } from "./journey_layout.js";

/** @import {Scene, SceneRow} from "../lessons/contract" */
/** @import {Merge, Point, SceneCell, Stem} from "./journey_layout.js" */

/** @type {Partial<Record<SceneRow["kind"], "token" | "id">>} */
const LOOKS = { tokens: "token", ids: "id" };

// Lengths in which most of the picture is measured. A browser that knows their type computes each once, not for every
// cell.
for (const name of ["--journey-column", "--journey-unit"]) {
  try {
    CSS.registerProperty({ name, syntax: "<length>", inherits: true, initialValue: "1px" });
  } catch {
    // They are registered already, or the browser knows no types: then it computes more.
  }
}

export class JourneyView {
  #rows;
  #merges;
  #picture;
  #tokens;
  #at = -1;
  element;

  constructor(/** @type {Scene} */ scene) {
    const { rows, columns } = scene;
    const tree = mergeTree(scene);
    this.#tokens = rows.find(({ kind }) => kind === "tokens")?.step ?? 0;
    this.#merges = [...tree.values()].map((merge) => ({ step: merge.step, element: mergeElement(merge) }));
    const bands = rows.find(({ kind }) => kind === "tokens")?.cells ?? [];
    this.#rows = rows.map((row) => {
      const parts =
        row.kind === "merges"
          ? [...this.#merges.map(({ element }) => element), ...tokenStems(scene, tree).map(stemElement)]
          : row.cells.map((cell) => cellElement(row.kind, cell));
      const name = make("div.name", make("b", row.title), make("span.note", row.note));
      const widest = Math.max(0, ...row.cells.map(([, , text]) => textWidth(text)));
      const style = `--weight: ${WEIGHTS[row.kind]}; --room: ${leastRoom(row.cells)}; --widest: ${widest.toFixed(2)}`;
      return {
        step: row.step,
        element: make(
          `div.lane.lane-${row.kind}`,
          { style },
          name,
          make("div.line", { "data-asks": row.asks }, ...parts),
        ),
      };
    });
    const weights = rows.reduce((sum, { kind }) => sum + WEIGHTS[kind], 0);
    const style = `--columns: ${columns}; --least: ${leastColumn(scene)}rem; --weights: ${weights}`;
    this.#picture = make(
      "div.journey",
      { role: "img", style, classes: { mergeless: !this.#merges.length } },
      make("div.bands", ...bands.map(([start, end, , hue]) => make("span.band.hued", place(start, end, hue)))),
      ...this.#rows.map(({ element }) => element),
    );
    this.element = make("div.canvas", this.#picture);
  }

  /** Show a step; `moves`: let what it adds appear. @param {number} at @param {boolean} moves @param {string} name how it is read out */
  show(at, moves, name) {
    this.#at = at;
    setAttributes(this.#picture, { "aria-label": name });
    const { classList } = this.#picture;
    classList.toggle("moves", moves);
    classList.toggle("tokenized", at >= this.#tokens);
    for (const { step, element } of this.#rows) {
      element.classList.toggle("later", step > at);
      element.classList.toggle("new-token", step === at);
    }
    for (const { step, element } of this.#merges) {
      element.classList.toggle("upcoming", step === at + 1);
      element.classList.toggle("new-token", step === at);
      element.classList.toggle("done", step <= at);
    }
  }

  /** Let the keyboard scroll an overflowing picture, and bring what the step is about into view, without scrolling the page. */
  follow() {
    const box = this.element;
    const [across, down] = [box.scrollWidth > box.clientWidth + 1, box.scrollHeight > box.clientHeight + 1];
    if (across || down) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
    if (!across && !down) return;
    const merge =
      this.#merges.find(({ step }) => step === this.#at) ?? this.#merges.find(({ step }) => step > this.#at);
    const isMerging = merge && this.#at < this.#tokens && merge.step <= this.#at + 1;
    const target = isMerging ? merge.element.querySelector(".rank") : null;
    const [room, name] = [box, this.#rows[0].element.firstElementChild].map((one) => one?.getBoundingClientRect());
    const rect = target?.getBoundingClientRect();
    if (!room || !name) return;
    if (!rect) {
      box.scrollTo({ left: 0, top: 0 });
      return;
    }
    const [left, top] = across ? [name.right, room.top] : [room.left, name.bottom];
    if (across && (rect.left < left || rect.right > room.right)) box.scrollLeft += rect.left - left - room.width / 4;
    if (down && (rect.top < top || rect.bottom > room.bottom)) box.scrollTop += rect.top - top - room.height / 4;
  }
}

/** Return the style of an element's columns and colour. @param {number} start @param {number} end @param {number | null} hue @param {string} more */
const place = (start, end, hue, more = "") => ({
  style: `--start: ${start}; --span: ${end - start}${hue === null ? "" : `; --hue: ${hue}`}${more}`,
});

/** @type {(kind: SceneRow["kind"], cell: SceneCell) => HTMLElement} */
function cellElement(kind, [start, end, text, hue]) {
  const classes = { hued: hue !== null, space: text === "·" };
  const width = `; --em: ${textWidth(text).toFixed(2)}`;
  return make(`span.at.${LOOKS[kind] ?? "piece"}`, place(start, end, hue, width), { classes }, text);
}

/** Draw a line from one point of the tree down to where it turns, and on to another. @type {(side: "one" | "two", from: Point, to: Point) => HTMLElement} */
function armElement(side, from, to) {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
  const style = `--x: ${left}; --width: ${right - left}; --y: ${100 * from.y}%; --height: ${100 * (to.y - from.y)}%`;
  return make(`span.arm.${side}`, { style });
}

/** @param {Merge} merge */
function mergeElement({ x, y, parts, rank, hue }) {
  const place = { style: `--x: ${x}; --y: ${100 * y}%` };
  return make(
    "span.merge.hued",
    tint(hue),
    armElement("one", parts[0], { x, y }),
    armElement("two", parts[1], { x, y }),
    make("span.rank", place, rank),
  );
}

/** @param {Stem} stem */
const stemElement = ({ x, y, hue }) => {
  const style = `--x: ${x}; --width: 0; --y: ${100 * y}%; --height: ${100 * (1 - y)}%${hue === null ? "" : `; --hue: ${hue}`}`;
  return make("span.arm.one.stem.hued", { style });
};
