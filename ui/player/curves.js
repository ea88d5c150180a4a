// Draws how numbers change over the steps, with a dashed line at the step that is shown.

import { fillTemplate, make, nextPaint, setAttributes } from "../components/dom.js";
import { isUnchanged } from "./frame_window.js";
import { heightAt, nearestPlace, scale, ticks } from "./scales.js";

/** @import {Attributes} from "../components/dom.js" */
/** @import {Curves as Points, Frame, Lesson, Curve} from "../lessons/contract" */

const HEIGHT = 230;
const TOP = 12;
const BOTTOM = 46; // room for the numbers and the title of the axis
const DIGIT = 8; // pixels
const POINTS_MARKED = 40; // points of a line; if it has more, they are not marked

/** @type {(tag: string, attributes: Attributes, text?: string) => SVGElement} */
function svg(tag, attributes, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  setAttributes(element, attributes);
  element.textContent = text;
  return element;
}

/** The charts of a lesson. */
export class Curves {
  #title = make("h2");
  #grid = make("div.charts");
  element = make("section.curves", { hidden: true }, this.#title, this.#grid);
  /** @type {ReturnType<typeof chartOf>[]} */ #charts = [];
  /** @type {Lesson | null} */ #drawn = null;
  /** @type {(() => void) | undefined} */ #coming; // marks the step, after the next paint
  #sizes = new ResizeObserver(() => this.#charts.forEach((chart) => chart.draw()));

  constructor() {
    this.#sizes.observe(this.#grid);
  }

  stop() {
    this.#sizes.disconnect();
    this.#coming = undefined;
  }

  /** Show a step; the headings contain its numbers. */
  show(/** @type {Lesson} */ lesson, /** @type {number} */ step, /** @type {Frame["titles"]} */ headings) {
    const { curves, labels, steps } = lesson;
    const before = this.#drawn;
    this.#drawn = lesson;
    this.element.hidden = !curves;
    if (!curves) return;
    if (!this.#charts.length || !isUnchanged(before, lesson)) {
      this.#title.textContent = curves.title;
      this.#charts = curves.lines.map((line) => chartOf(curves, line, Math.max(1, steps), labels));
      this.#grid.replaceChildren(...this.#charts.map((chart) => chart.element));
      for (const chart of this.#charts) chart.mark(step, headings); // a picture always has a name
      void nextPaint().then(() => this.#charts.forEach((chart) => chart.draw()));
    }
    // After the frame with the step is painted: charts below the picture must not delay it.
    const mark = (this.#coming = () => this.#charts.forEach((chart) => chart.mark(step, headings)));
    void nextPaint().then(() => this.#coming === mark && mark());
  }
}

// Create the chart of a line, from step 0 to `last`.
/** @param {Points} points @param {Curve} line @param {number} last @param {Lesson["labels"]} labels */
function chartOf({ axis, alt, steps }, { title, values, heading }, last, labels) {
  const written = (/** @type {number} */ value) => value.toLocaleString(labels.locale);
  const picture = svg("svg", { role: "img", height: HEIGHT });
  const now = svg("line", { class: "now", y1: TOP, y2: HEIGHT - BOTTOM });
  const dot = svg("circle", { class: "dot", r: 4.5 });
  const reading = make("p.reading");
  const element = make("figure", make("figcaption", title), picture, reading);
  let [drawn, shown, said] = [0, 0, ""]; // the width, the step, and its heading
  let [x, y] = [scale([0, 1], [0, 1]), scale([0, 1], [0, 1])];

  /** Draw the chart in the available width. */
  function draw() {
    const width = element.clientWidth;
    if (!width || width === drawn) return;
    drawn = width;
    const highest = Math.max(1, ...values);
    const left = DIGIT * written(highest).length + 14;
    const [right, bottom] = [width - DIGIT * 2, HEIGHT - BOTTOM];
    [x, y] = [scale([0, last], [left, right]), scale([0, highest], [bottom, TOP])];
    const up = ticks(0, highest, 6);
    const across = ticks(0, last, Math.max(2, Math.floor((right - left) / 60)));
    const at = steps.map((step, place) => ({ cx: x(step), cy: y(values[place]) }));
    const path = at.map(({ cx, cy }) => `${cx.toFixed(1)},${cy.toFixed(1)}`).join(" ");
    const middle = { "text-anchor": "middle" };
    setAttributes(picture, { viewBox: `0 0 ${width} ${HEIGHT}`, width });
    picture.replaceChildren(
      ...up.flatMap((tick) => [
        svg("line", { class: "grid", x1: left, x2: right, y1: y(tick), y2: y(tick) }),
        svg("text", { x: left - 6, y: y(tick) + 4, "text-anchor": "end" }, written(tick)),
      ]),
      ...across.map((tick) => svg("text", { x: x(tick), y: bottom + 18, ...middle }, written(tick))),
      svg("line", { class: "axis", x1: left, x2: right, y1: bottom, y2: bottom }),
      svg("text", { x: (left + right) / 2, y: HEIGHT - 6, ...middle }, axis),
      svg("polyline", { class: "line", points: path }),
      ...(at.length > POINTS_MARKED ? [] : at.map((place) => svg("circle", { class: "point", r: 3, ...place }))),
      now,
      dot,
    );
    move();
  }

  /** @type {(step: number, headings: Frame["titles"]) => void} */
  function mark(step, headings) {
    [shown, said] = [step, headings[heading]];
    reading.textContent = said;
    setAttributes(picture, { "aria-label": fillTemplate(labels.chart, { title, about: alt, now: said }) });
    if (drawn) move();
  }

  function move() {
    setAttributes(now, { x1: x(shown), x2: x(shown) });
    setAttributes(dot, { cx: x(shown), cy: y(heightAt(steps, values, shown)) });
  }

  picture.addEventListener("pointermove", ({ clientX }) => {
    const at = scale([x(0), x(1)], [0, 1])(clientX - picture.getBoundingClientRect().left);
    const place = nearestPlace(steps, at);
    const [step, value] = [written(steps[place]), written(values[place])];
    reading.textContent = fillTemplate(labels.point, { axis, step, value });
  });
  picture.addEventListener("pointerleave", () => (reading.textContent = said));
  return { element, draw, mark };
}
