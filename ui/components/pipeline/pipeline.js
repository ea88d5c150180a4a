// Lays out the stages from text to ids.

import { find, make } from "../dom.js";

/** @param {import("../streamlit").Given<{stages: import("../contract").Stage[]}>} given */
export default function ({ data, parentElement }) {
  /** @type {(one: [string, number | null]) => HTMLElement} */
  const piece = ([text, hue]) =>
    make("span", hue === null ? "piece" : "token", { style: hue === null ? null : `--hue: ${hue}` }, text);
  const stages = data.stages.map(({ title, about, groups }) => {
    const words = groups.map((group) => make("span", "word", ...group.map(piece)));
    return make("li", "stage", make("h3", "", title), make("p", "", about), make("div", "pieces", ...words));
  });
  find(parentElement, ".pipeline").replaceChildren(...stages);
}
