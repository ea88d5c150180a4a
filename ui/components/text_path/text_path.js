// Lays out a text's characters, bytes and ids in columns of bytes, and highlights what belongs together.

import { drawOnChange } from "../component.js";
import { closest, fillTemplate, make, moveForKey, setAttributes, tint } from "../dom.js";
import { focusedIn, moveFocus, onHover } from "../items.js";
import { lineEnds } from "./line_breaks.js";

/** @import {TextPathView, TextPathLabels} from "../contract" */

export default drawOnChange(".lens", (root, /** @type {TextPathView & {labels: TextPathLabels}} */ data) => {
  const { rows, items, labels } = data;
  const status = make("p.status", { role: "status" }, labels.hint);
  const lines = make("div.lens-lines", { role: "group", "aria-label": labels.lens });
  root.replaceChildren(lines, make("p", data.summary), status);

  /** @type {HTMLElement[]} */ let cells = [];
  let columns = 0;
  const numberOf = (/** @type {HTMLElement} */ cell) => Number(cell.dataset.item);
  const itemOf = (/** @type {HTMLElement} */ cell) => items[numberOf(cell)];

  function layOut() {
    if (!root.isConnected) return; // React has taken it off the page: it has no style, and so no number of columns
    const style = getComputedStyle(lines);
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const width = (/** @type {string} */ name) => parseFloat(style.getPropertyValue(name)) * rem;
    // At least four columns: no character has more bytes.
    const fit = Math.max(4, Math.floor((lines.clientWidth - width("--label")) / width("--column")));
    if (fit === columns) return;
    columns = fit;
    const focused = closest(focusedIn(lines), ".cell");
    cells = [];
    const ends = lineEnds(data, fit);
    const longest = Math.max(...ends.map((end, index) => end - (ends[index - 1] ?? 0)));
    lines.style.setProperty("--cells", String(longest));
    lines.replaceChildren(...ends.map((end, index) => drawLine(ends[index - 1] ?? 0, end)));
    if (cells.length) cells[0].tabIndex = 0;
    if (focused) cells.find((cell) => numberOf(cell) === numberOf(focused))?.focus();
  }

  /** @type {(first: number, last: number) => HTMLElement} */
  function drawLine(first, last) {
    const heads = rows.map((name, row) => make("span.label", { style: `grid-row: ${row + 1}` }, name));
    const line = make("div.line", { style: `--own: ${last - first}` }, ...heads);
    line.style.gridTemplateColumns = `var(--label) repeat(${last - first}, var(--wide))`;
    items.forEach(({ start, end, hue, cells: parts }, number) => {
      if (start >= last || end <= first) return;
      const columns = `${Math.max(start, first) - first + 2} / ${Math.min(end, last) - first + 2}`;
      if (hue !== null) {
        const style = `--hue: ${hue}; grid-column: ${columns}; grid-row: 1 / ${rows.length + 1}`;
        line.append(make("span.band.hued", { style }));
      }
      for (const [row, text, small] of parts) {
        const label = fillTemplate(labels.cell, { row: rows[row], text: `${text} ${small}`.trim() });
        const place = { tabindex: -1, "data-item": number, "data-row": row, "aria-label": label };
        const [big, long] = [row === 0 || row === 3, text.length > 5 && end - start === 1];
        // A code point takes two lines of its column.
        const shown = long ? text.split(/(?<=\+)/).map((line) => make("span", line)) : [text];
        const cell = make("button.cell", tint(hue), place, ...shown, small && make("small", small));
        setAttributes(cell, { classes: { big, long, hued: hue !== null, from: start < first, to: end > last } });
        cell.style.gridRow = String(row + 1);
        cell.style.gridColumn = columns;
        cells.push(cell);
        line.append(cell);
      }
    });
    return line;
  }

  /** @type {(target: HTMLElement | null) => void} */
  function highlight(target) {
    const item = target && itemOf(target);
    lines.classList.toggle("dimmed", item !== null);
    for (const cell of cells) {
      const { start, end } = itemOf(cell);
      cell.classList.toggle("highlighted", item !== null && start < item.end && end > item.start);
    }
    if (item) status.textContent = item.say;
  }

  onHover(lines, ".cell", highlight);
  lines.onkeydown = (event) => {
    const cell = closest(event.target, ".cell");
    if (!cell) return;
    const row = Number(cell.dataset.row);
    const inRow = (/** @type {number} */ wanted) => cells.filter((other) => Number(other.dataset.row) === wanted);
    const overlapping = (/** @type {number} */ wanted) =>
      inRow(wanted).find((other) => itemOf(other).end > itemOf(cell).start);
    const cellsInRow = inRow(row);
    const move = moveForKey(event, {
      ArrowLeft: () => cellsInRow[cellsInRow.indexOf(cell) - 1],
      ArrowRight: () => cellsInRow[cellsInRow.indexOf(cell) + 1],
      ArrowUp: () => overlapping(row - 1),
      ArrowDown: () => overlapping(row + 1),
      Home: () => cellsInRow[0],
      End: () => cellsInRow[cellsInRow.length - 1],
    });
    if (!move) return;
    event.preventDefault();
    const target = move();
    if (target) moveFocus(cell, target);
  };

  const observer = new ResizeObserver(layOut);
  observer.observe(root);
  layOut();
  return () => observer.disconnect();
});
