// Numbers in rows.

import { make } from "../components/dom.js";

/** @import {NumbersTable} from "./contract" */

/** @param {NumbersTable} numbers */
export function numbersTable({ caption, heads, rows, note }) {
  const head = make("thead", make("tr", ...heads.map((text) => make("th", { scope: "col" }, text))));
  const body = make("tbody", ...rows.map((row) => make("tr", ...row.map((cell) => make("td", cell)))));
  const table = make("table", make("caption", caption), head, body);
  const region = make("div.course-numbers", { role: "region", tabindex: 0, "aria-label": caption }, table);
  return make("div", region, note ? make("p.course-text", note) : null);
}
