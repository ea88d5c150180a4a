// Numbers as tables and as charts.

import { make } from "../../components/dom.js";
import { prose } from "../../components/prose.js";

/** @import {CostChart, NumbersTable} from "../contract" */

const NUMBER = /^([+−–×]?\d|[–-]?$)/u; // the start of a cell with a number, or without a value

// Columns of numbers end at one edge; those of texts begin at one, and tokens are each in a frame.
/** @param {NumbersTable} numbers */
export function numbersTable({ caption, heads, rows, note, isLastNew }) {
  const isNumber = (/** @type {string | string[]} */ cell) => typeof cell === "string" && NUMBER.test(cell);
  const isOfNumbers = heads.map((_, place) => place > 0 && rows.every((row) => isNumber(row[place])));
  /** @type {(cell: string | string[]) => (string | Element)[]} */
  const written = (cell) => (typeof cell === "string" ? [cell] : cell.map((text) => make("span.part", text)));
  const headOf = (/** @type {string} */ text, /** @type {number} */ place) =>
    make("th", { scope: "col", classes: { number: isOfNumbers[place] } }, text);
  const rowOf = (/** @type {(string | string[])[]} */ row, /** @type {number} */ at) =>
    make(
      "tr",
      { classes: { new: isLastNew && at === rows.length - 1 } },
      ...row.map((cell, place) => make("td", { classes: { number: isOfNumbers[place] } }, ...written(cell))),
    );
  const head = make("thead", make("tr", ...heads.map(headOf)));
  const body = make("tbody", ...rows.map(rowOf));
  const table = make("table", make("caption", caption), head, body);
  const region = make("div.course-numbers", { role: "region", tabindex: 0, "aria-label": caption }, table);
  return make("div", region, note ? make("p.course-text", ...prose(note)) : null);
}

/** Draw a chart; the same numbers are in a table, so nobody has to read them off it. @param {CostChart} chart */
export function costChart({ about, title, tokenizers, rows }) {
  const most = Math.max(...rows.flatMap(([, costs]) => costs.map(([cost]) => cost)));
  const mark = (/** @type {number} */ place) => make(`i.mark.mark${place}`, { "aria-hidden": "true" });
  const legend = make("p.legend", ...tokenizers.map((name, place) => make("span", mark(place), ` ${name}`)));
  const lines = rows.map(([name, costs]) => {
    const share = (/** @type {number} */ cost) => `${(100 * cost) / most}%`;
    const [least, largest] = [Math.min, Math.max].map((of) => of(...costs.map(([cost]) => cost)));
    const style = `inset-inline: ${share(least)} calc(100% - ${share(largest)})`;
    const marks = costs.map(([cost, text], place) => {
      const one = mark(place);
      one.style.insetInlineStart = share(cost);
      one.title = text;
      return one;
    });
    return make("div.line", make("span.name", name), make("span.marks", make("i.between", { style }), ...marks));
  });
  return make(
    "figure.chart",
    { role: "img", "aria-label": about },
    make("figcaption", title),
    legend,
    make("div.lines", ...lines),
  );
}
