// Icons on buttons: lines of one weight, in the colour of the text beside them.

import { setAttributes } from "./dom.js";

const NAMESPACE = "http://www.w3.org/2000/svg";
const LINES = {
  first: "M5 5v14M19 5.5v13L9 12z",
  back: "M19 12H5M11 6l-6 6 6 6",
  play: "M7 4.5v15l12-7.5z",
  pause: "M8 5v14M16 5v14",
  next: "M5 12h14M13 6l6 6-6 6",
  last: "M19 5v14M5 5.5v13L15 12z",
  options: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5a2 2 0 1 0 0 4 2 2 0 0 0 0-4M9 15a2 2 0 1 0 0 4 2 2 0 0 0 0-4",
  code: "m8.5 8-4.5 4 4.5 4M15.5 8l4.5 4-4.5 4",
  present: "M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5",
};

/** @param {keyof typeof LINES} name */
export function icon(name) {
  const svg = document.createElementNS(NAMESPACE, "svg");
  const path = document.createElementNS(NAMESPACE, "path");
  setAttributes(svg, { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" });
  setAttributes(path, { d: LINES[name] });
  svg.append(path);
  return svg;
}
