// Draws how numbers change over the steps, with a dashed line at the step that is shown.

import { fill, make, setAttributes } from "../components/dom.js";
import { heightAt, nearestPlace, scale, ticks } from "./scales.js";

/** @import {Attributes} from "../components/dom.js" */
/** @import {Curves as Points, Frame, Lesson, Line} from "./contract" */

const HEIGHT = 230;
const TOP = 12;
const BOTTOM = 46; // room for the numbers and the title of the axis
const DIGIT = 8; // pixels
const POINTS_MARKED = 40; // of a line with more, the points are not marked one by one

/** @type {(tag: string, attributes: Attributes, text?: string) => Element} */
function svg(tag, attributes, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  setAttributes(element, attributes);
  element.textContent = text;
  return element;
}

/** The charts of a lesson. */
export class Curves {
  #title = make("h3");
  #grid = make("div.charts");
  element = make("section.curves", { hidden: true }, this.#title, this.#grid);
  /** @type {Chart[]} */ #charts = [];
  /** @type {Points | null} */ #points = null;
  #sizes = new ResizeObserver(() => this.#charts.forEach((chart) => chart.draw()));

  constructor() {
    this.#sizes.observe(this.#grid);
  }

  stop() {
    this.#sizes.disconnect();
  }

  /** Show a step, for which the headings say the numbers. */
  show(/** @type {Lesson} */ lesson, /** @type {number} */ step, /** @type {Frame["titles"]} */ headings) {
    const { curves, labels, steps } = lesson;
    this.element.hidden = !curves;
    if (!curves) return;
    if (curves !== this.#points) {
      this.#points = curves;
      this.#title.textContent = curves.title;
      this.#charts = curves.lines.map((line) => new Chart(curves, line, steps, labels.point));
      this.#grid.replaceChildren(...this.#charts.map((chart) => chart.element));
      for (const chart of this.#charts) chart.draw();
    }
    for (const chart of this.#charts) chart.mark(step, headings[chart.line.heading]);
  }
}

class Chart {
  #picture = svg("svg", { role: "img" });
  #now = svg("line", { class: "now", y1: TOP, y2: HEIGHT - BOTTOM });
  #dot = svg("circle", { class: "dot", r: 4.5 });
  #reading = make("p.reading");
  #width = 0;
  #step = 0;
  #said = "";
  #x = scale([0, 1], [0, 1]);
  #y = scale([0, 1], [0, 1]);

  /** @param {Points} points @param {Line} line @param {number} steps @param {string} pointLabel */
  constructor(points, line, steps, pointLabel) {
    this.points = points;
    this.line = line;
    this.last = Math.max(1, steps);
    this.pointLabel = pointLabel;
    this.element = make("figure", make("figcaption", line.title), this.#picture, this.#reading);
    const onpointerleave = () => (this.#reading.textContent = this.#said);
    Object.assign(this.#picture, { onpointermove: this.#point, onpointerleave });
  }

  /** Draw it in the width that there is. */
  draw() {
    const width = this.element.clientWidth;
    if (!width || width === this.#width) return;
    this.#width = width;
    const { points, line, last } = this;
    const highest = Math.max(1, ...line.values);
    const left = DIGIT * highest.toLocaleString().length + 14;
    const [right, bottom] = [width - DIGIT * 2, HEIGHT - BOTTOM];
    const x = (this.#x = scale([0, last], [left, right]));
    const y = (this.#y = scale([0, highest], [bottom, TOP]));
    const up = ticks(0, highest, 6);
    const across = ticks(0, last, Math.max(2, Math.floor((right - left) / 60)));
    const at = points.steps.map((step, place) => ({ cx: x(step), cy: y(line.values[place]) }));
    const path = at.map(({ cx, cy }) => `${cx.toFixed(1)},${cy.toFixed(1)}`).join(" ");
    const middle = { "text-anchor": "middle" };
    setAttributes(this.#picture, { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT });
    this.#picture.replaceChildren(
      ...up.flatMap((tick) => [
        svg("line", { class: "grid", x1: left, x2: right, y1: y(tick), y2: y(tick) }),
        svg("text", { x: left - 6, y: y(tick) + 4, "text-anchor": "end" }, tick.toLocaleString()),
      ]),
      ...across.map((tick) => svg("text", { x: x(tick), y: bottom + 18, ...middle }, tick.toLocaleString())),
      svg("line", { class: "axis", x1: left, x2: right, y1: bottom, y2: bottom }),
      svg("text", { x: (left + right) / 2, y: HEIGHT - 6, ...middle }, points.axis),
      svg("polyline", { class: "line", points: path }),
      ...(at.length > POINTS_MARKED ? [] : at.map((place) => svg("circle", { class: "point", r: 3, ...place }))),
      this.#now,
      this.#dot,
    );
    this.#place();
  }

  mark(/** @type {number} */ step, /** @type {string} */ said) {
    this.#step = step;
    this.#said = said;
    this.#reading.textContent = said;
    setAttributes(this.#picture, { "aria-label": `${this.line.title}. ${this.points.alt} ${said}` });
    if (this.#width) this.#place();
  }

  #place() {
    const x = this.#x(this.#step);
    setAttributes(this.#now, { x1: x, x2: x });
    setAttributes(this.#dot, { cx: x, cy: this.#y(heightAt(this.points.steps, this.line.values, this.#step)) });
  }

  #point = (/** @type {PointerEvent} */ event) => {
    const step = scale([this.#x(0), this.#x(1)], [0, 1])(event.clientX - this.#picture.getBoundingClientRect().left);
    const { steps, axis } = this.points;
    const place = nearestPlace(steps, step);
    const [at, value] = [steps[place].toLocaleString(), this.line.values[place].toLocaleString()];
    this.#reading.textContent = fill(this.pointLabel, { axis, step: at, value });
  };
}
