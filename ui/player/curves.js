// Draws how numbers change over the steps, with a dashed line at the step that is shown.

import { fill, make, setAttributes } from "../components/dom.js";
import { heightAt, nearestPlace, scale, ticks } from "./scales.js";

/** @typedef {import("./contract").Lesson} Lesson */
/** @typedef {import("./contract").Curves} Points */
/** @typedef {import("./contract").Line} Line */

const HEIGHT = 230;
const TOP = 12;
const BOTTOM = 46; // room for the numbers and the title of the axis
const DIGIT = 8; // pixels
const POINTS_MARKED = 40; // of a line with more, the points are not marked one by one

/**
 * @param {string} tag
 * @param {import("../components/dom.js").Attributes} attributes
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/** The charts of a lesson. */
export class Curves {
  element = make("section", "curves", { hidden: true });
  /** @type {Chart[]} */
  #charts = [];
  #title = make("h3");
  #grid = make("div", "charts");
  /** @type {Points | null} */
  #points = null;
  #sizes = new ResizeObserver(() => this.#charts.forEach((chart) => chart.draw()));

  constructor() {
    this.element.append(this.#title, this.#grid);
    this.#sizes.observe(this.#grid);
  }

  stop() {
    this.#sizes.disconnect();
  }

  /**
   * @param {Lesson} lesson
   * @param {number} step
   * @param {[string, string]} headings what the frame says of the numbers
   */
  show({ curves, labels, steps }, step, headings) {
    this.element.hidden = !curves;
    if (!curves) return;
    if (curves !== this.#points) {
      this.#points = curves;
      this.#title.textContent = curves.title;
      this.#charts = curves.lines.map((line) => new Chart(curves, line, steps, labels.point));
      this.#grid.replaceChildren(...this.#charts.map((chart) => chart.element));
      for (const chart of this.#charts) chart.draw();
    }
    for (const chart of this.#charts) chart.mark(step, headings);
  }
}

class Chart {
  #picture = svg("svg", { role: "img" });
  #now = svg("line", { class: "now", y1: TOP, y2: HEIGHT - BOTTOM });
  #dot = svg("circle", { class: "dot", r: 4.5 });
  #reading = make("p", "reading");
  element;
  #width = 0;
  #step = 0;
  #said = "";
  #x = scale([0, 1], [0, 1]);
  #y = scale([0, 1], [0, 1]);

  /**
   * @param {Points} points
   * @param {Line} line
   * @param {number} steps
   * @param {string} pointLabel
   */
  constructor(points, line, steps, pointLabel) {
    this.points = points;
    this.line = line;
    this.steps = steps;
    this.pointLabel = pointLabel;
    this.element = make("figure", "", make("figcaption", "", line.title), this.#picture, this.#reading);
    this.#picture.addEventListener("pointermove", (event) => this.#point(event));
    this.#picture.addEventListener("pointerleave", () => {
      this.#reading.textContent = this.#said;
    });
  }

  /** Draw it in the width that there is. */
  draw() {
    const width = this.element.clientWidth;
    if (!width || width === this.#width) return;
    this.#width = width;
    const { steps, values } = { steps: this.points.steps, values: this.line.values };
    const highest = Math.max(1, ...values);
    const up = ticks(0, highest, 6);
    const left = DIGIT * highest.toLocaleString().length + 14;
    const [right, bottom] = [width - DIGIT * 2, HEIGHT - BOTTOM];
    this.#x = scale([0, Math.max(1, this.steps)], [left, right]);
    this.#y = scale([0, highest], [bottom, TOP]);
    const [x, y] = [this.#x, this.#y];
    const across = ticks(0, Math.max(1, this.steps), Math.max(2, Math.floor((right - left) / 60)));
    const at = steps.map((step, place) => `${x(step).toFixed(1)},${y(values[place]).toFixed(1)}`);
    setAttributes(this.#picture, { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT });
    this.#picture.replaceChildren(
      ...up.flatMap((tick) => [
        svg("line", { class: "grid", x1: left, x2: right, y1: y(tick), y2: y(tick) }),
        svg("text", { x: left - 6, y: y(tick) + 4, "text-anchor": "end" }, tick.toLocaleString()),
      ]),
      ...across.map((tick) =>
        svg("text", { x: x(tick), y: bottom + 18, "text-anchor": "middle" }, tick.toLocaleString()),
      ),
      svg("line", { class: "axis", x1: left, x2: right, y1: bottom, y2: bottom }),
      svg("text", { x: (left + right) / 2, y: HEIGHT - 6, "text-anchor": "middle" }, this.points.axis),
      svg("polyline", { class: "line", points: at.join(" ") }),
      ...(steps.length > POINTS_MARKED
        ? []
        : steps.map((step, place) => svg("circle", { class: "point", r: 3, cx: x(step), cy: y(values[place]) }))),
      this.#now,
      this.#dot,
    );
    this.#place();
  }

  /**
   * @param {number} step
   * @param {[string, string]} headings
   */
  mark(step, headings) {
    this.#step = step;
    this.#said = headings[this.line.heading];
    this.#reading.textContent = this.#said;
    this.#picture.setAttribute("aria-label", `${this.line.title}. ${this.points.alt} ${this.#said}`);
    if (this.#width) this.#place();
  }

  #place() {
    const x = this.#x(this.#step);
    setAttributes(this.#now, { x1: x, x2: x });
    setAttributes(this.#dot, { cx: x, cy: this.#y(heightAt(this.points.steps, this.line.values, this.#step)) });
  }

  /** @param {PointerEvent} event */
  #point(event) {
    const step = scale([this.#x(0), this.#x(1)], [0, 1])(event.clientX - this.#picture.getBoundingClientRect().left);
    const place = nearestPlace(this.points.steps, step);
    this.#reading.textContent = fill(this.pointLabel, {
      axis: this.points.axis,
      step: this.points.steps[place].toLocaleString(),
      value: this.line.values[place].toLocaleString(),
    });
  }
}
