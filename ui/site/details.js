// What follows a picture, or replaces it: paragraphs and tables, some of them collapsed.

import { make } from "../components/dom.js";
import tokenTable from "../components/token_table/token_table.js";
import { mountComponent } from "./mount.js";
import { numbersTable } from "../course/browser/tables.js";

/** @import {FormPage} from "./contract" */
/** @import {Details, OfferedFile} from "./python/contract" */

/** @param {Details[]} parts @param {FormPage} form @param {(file: OfferedFile) => void} download */
export const detailsView = (parts, form, download) =>
  parts.map(({ title, folded, paragraphs, tokens, numbers, files }) => {
    const buttons = files.map((file) => make("button", { onclick: () => download(file) }, file.text));

    const inside = [
      ...paragraphs.map((text) => make("p", text)),
      tokens && drawTokenTable(tokens, form),
      numbers && numbersTable(numbers),
      buttons.length && form.python ? make("p.line", ...buttons) : null,
    ];
    if (folded) return make("details", make("summary", title), ...inside);
    return make("section", title ? make("h2", title) : null, ...inside);
  });

/** @param {NonNullable<Details["tokens"]>} table @param {FormPage} form */
function drawTokenTable(table, { tableLabels: labels }) {
  const { host, show } = mountComponent("token_table", make("div.frame", { tabindex: 0 }), tokenTable);
  show({ ...table, labels });
  return host;
}
