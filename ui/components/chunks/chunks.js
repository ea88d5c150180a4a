// Draws texts cut up by patterns. A legend row lights up its chunks, and a chunk its row.

import { closest, fill, find, focusedIn, make } from "../dom.js";

/** @typedef {import("../contract").Chunks} Chunks */
/** @typedef {import("../contract").ChunksLabels} Labels */

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** @type {WeakMap<object, string>} */
const shown = new WeakMap();

/** @param {import("../streamlit").Given<Chunks & {labels: Labels}>} given */
export default function ({ data, parentElement }) {
  const root = find(parentElement, ".cuts");
  const content = JSON.stringify(data);
  if (shown.get(parentElement) !== content) {
    shown.set(parentElement, content);
    const status = make("p", "status", { role: "status" }, data.labels.hint);
    const panels = data.panels.map((panel) => draw(panel, data.labels, status));
    root.replaceChildren(status, make("div", panels.length > 1 ? "panels two" : "panels", ...panels));
  }
  return () => {
    shown.delete(parentElement);
  };
}

/**
 * @param {import("../contract").ChunkPanel} panel
 * @param {Labels} labels
 * @param {HTMLElement} status
 */
function draw(panel, labels, status) {
  const pieces = panel.pieces.map(([text, row, only], place) => {
    const { number, hue } = panel.legend[row];
    return make(
      "li",
      `token${hue === null ? " out" : ""}${only ? " only" : ""}`,
      {
        "data-row": row,
        "data-number": number,
        style: hue === null ? null : `--hue: ${hue}`,
        tabindex: place ? -1 : 0,
      },
      text,
    );
  });
  const rows = panel.legend.map(({ number, name, regex, about, count, hue }, row) => {
    const style = hue === null ? null : `--hue: ${hue}`;
    return make(
      "button",
      "rule",
      { type: "button", "data-row": row },
      make("span", `token${hue === null ? " out" : ""}`, { style }, number),
      make("span", "", make("b", "", name), ...(regex ? [make("code", "", regex)] : []), about),
      make("span", "count", count),
    );
  });

  const list = make("ol", "chunks", { "aria-label": fill(labels.chunks, { pattern: panel.title }) }, ...pieces);
  const legendLabel = fill(labels.legend, { pattern: panel.title });
  const legend = make("ol", "legend", { "aria-label": legendLabel }, ...rows.map((row) => make("li", "", row)));

  /** @param {HTMLElement | null} target */
  const light = (target) => {
    const chunk = pieces.find((piece) => piece === target);
    const row = target ? Number(target.dataset.row) : -1;
    for (const piece of pieces) {
      piece.classList.toggle("lit", chunk ? piece === chunk : Number(piece.dataset.row) === row);
    }
    list.classList.toggle("dimming", target !== null && !chunk);
    rows.forEach((button, index) => button.classList.toggle("lit", index === row));
    if (!target) return;
    const values = panel.legend[row];
    const only = chunk?.classList.contains("only") ? ` ${labels.onlyHere}` : "";
    status.textContent = chunk
      ? fill(labels.said, { ...values, text: chunk.textContent }) + only
      : fill(labels.counted, { ...values });
  };
  const item = "li.token, button.rule";
  const section = make(
    "section",
    "",
    make("h3", "", panel.title),
    make("p", "", panel.summary),
    ...(panel.before ? [make("p", "", panel.before)] : []),
    list,
    make("p", "", labels.order),
    legend,
  );
  // What has the focus stays lit when the pointer leaves.
  const focused = () => closest(focusedIn(section), item);
  let place = "";
  section.onpointerover = (event) => {
    const now = `${event.clientX} ${event.clientY}`;
    if (now === place) return; // the page was scrolled below a pointer that rests, as the keyboard does
    place = now;
    light(closest(event.target, item) ?? focused());
  };
  section.onpointerleave = (event) => {
    if (`${event.clientX} ${event.clientY}` === place) return;
    light(section.contains(focused()) ? focused() : null);
  };
  section.addEventListener("focusin", (event) => light(closest(event.target, item)));
  section.addEventListener("focusout", () => light(null));
  section.onclick = (event) => closest(event.target, item)?.focus();
  list.onkeydown = (event) => {
    const place = pieces.findIndex((piece) => piece === event.target);
    if (place < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = Object.entries(STEPS).find(([key]) => key === event.key)?.[1];
    if (step === undefined) return;
    const next = pieces[Math.min(Math.max(place + step, 0), pieces.length - 1)];
    pieces[place].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
    event.preventDefault();
  };
  return section;
}
