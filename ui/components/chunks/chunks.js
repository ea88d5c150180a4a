// Draws texts cut by patterns. A legend row highlights its chunks, and a chunk its row.

import { drawOnChange } from "../component.js";
import { fillTemplate, make, moveForKey, tint } from "../dom.js";
import { moveFocus, onHover } from "../items.js";

/** @import {ChunkedText, Chunks, ChunksLabels} from "../contract" */

const LONG = 40; // characters of a regex that does not fit in one line
const SHORT = 120; // characters; longer texts are set smaller
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };

export default drawOnChange(".cuts", (root, /** @type {Chunks & {labels: ChunksLabels}} */ data) => {
  const status = make("p.status", { role: "status" }, data.labels.hint);
  const panels = data.panels.map((panel) => draw(panel, data.labels, status));
  root.replaceChildren(make(panels.length > 1 ? "div.panels.two" : "div.panels", ...panels), status);
});

/** @type {(panel: ChunkedText, labels: ChunksLabels, status: HTMLElement) => HTMLElement} */
function draw({ title, summary, legend, before, pieces }, labels, status) {
  const chunks = pieces.map(([text, row, only], place) => {
    const { number, hue } = legend[row];
    const attributes = { "data-row": row, "data-number": number, tabindex: place ? -1 : 0 };
    return make("li.token", tint(hue), attributes, { classes: { out: hue === null, only: only === 1 } }, text);
  });
  const rows = legend.map(({ number, name, regex, about, count, hue }, row) =>
    make(
      "button.rule",
      { "data-row": row },
      make(hue === null ? "span.token.out" : "span.token", tint(hue), number),
      make("span", make("b", name), regex && make("code", regex), make("span.about", about)),
      make("span.count", count),
    ),
  );
  const length = pieces.reduce((sum, [text]) => sum + text.length, 0);
  const list = make(
    length > SHORT ? "ol.chunks.many" : "ol.chunks",
    { "aria-label": fillTemplate(labels.chunks, { pattern: title }) },
    ...chunks,
  );
  const legendLabel = fillTemplate(labels.legend, { pattern: title });
  const section = make(
    "section",
    make("h2", title),
    make("p", summary),
    before && make("p", before),
    list,
    make("p", labels.order),
    make(
      legend.some(({ regex }) => regex.length > LONG) ? "ol.legend.long" : "ol.legend",
      { "aria-label": legendLabel },
      ...rows.map((row) => make("li", row)),
    ),
  );

  const highlight = (/** @type {HTMLElement | null} */ target) => {
    const current = chunks.find((chunk) => chunk === target);
    const row = target ? Number(target.dataset.row) : -1;
    for (const chunk of chunks)
      chunk.classList.toggle("highlighted", current ? chunk === current : Number(chunk.dataset.row) === row);
    list.classList.toggle("dimmed", target !== null && !current);
    rows.forEach((button, index) => button.classList.toggle("highlighted", index === row));
    if (!target) return;
    status.classList.add("pinned");
    const only = current?.classList.contains("only") ? ` ${labels.onlyHere}` : "";
    status.textContent = current
      ? fillTemplate(labels.said, { ...legend[row], text: current.textContent }) + only
      : fillTemplate(labels.counted, { ...legend[row] });
  };
  onHover(section, "li.token, button.rule", highlight);
  list.onkeydown = (event) => {
    const from = chunks.findIndex((chunk) => chunk === event.target);
    const step = moveForKey(event, STEPS);
    if (from < 0 || step === undefined) return;
    moveFocus(chunks[from], chunks[Math.min(Math.max(from + step, 0), chunks.length - 1)]);
    event.preventDefault();
  };
  return section;
}
