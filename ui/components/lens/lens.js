// Lays out what stands over the same bytes in columns, and lights up what belongs together.

import { closest, find, focusedIn, make } from "../dom.js";
import { lineEnds } from "./lines.js";

/** @typedef {import("../contract").Lens & {labels: import("../contract").LensLabels}} Data */

/** @type {WeakMap<object, {content: string, lens: Lens}>} */
const shown = new WeakMap();

/** @param {import("../streamlit").Given<Data>} given */
export default function ({ data, parentElement }) {
  const content = JSON.stringify(data);
  const before = shown.get(parentElement);
  if (before?.content !== content) {
    before?.lens.stop();
    shown.set(parentElement, { content, lens: new Lens(find(parentElement, ".lens"), data) });
  }
  return () => {
    shown.get(parentElement)?.lens.stop();
    shown.delete(parentElement);
  };
}

class Lens {
  /** @type {HTMLElement[]} */
  #cells = [];
  #fit = 0;
  #pointer = "";
  #data;
  #lines;
  #status;
  #observer = new ResizeObserver(() => this.#layOut());

  /**
   * @param {HTMLElement} root
   * @param {Data} data
   */
  constructor(root, data) {
    this.#data = data;
    this.#status = make("p", "status", { role: "status" }, data.labels.hint);
    this.#lines = make("div", "lens-lines", { role: "group", "aria-label": data.labels.lens });
    root.replaceChildren(make("p", "", data.summary), this.#status, this.#lines);
    this.#observer.observe(root);
    this.#layOut();
    this.#lines.onpointerover = (event) => {
      const place = `${event.clientX} ${event.clientY}`;
      if (place === this.#pointer) return; // the page was scrolled below a pointer that rests
      this.#pointer = place;
      this.#light(this.#itemAt(event.target) ?? this.#focused());
    };
    this.#lines.onpointerleave = () => this.#light(this.#focused());
    this.#lines.onclick = (event) => closest(event.target, ".cell")?.focus();
    this.#lines.addEventListener("focusin", (event) => this.#light(this.#itemAt(event.target)));
    this.#lines.addEventListener("focusout", () => this.#light(null));
    this.#lines.onkeydown = (event) => this.#onKey(event);
  }

  stop() {
    this.#observer.disconnect();
  }

  /** @param {EventTarget | null} element */
  #itemAt(element) {
    const cell = closest(element, ".cell");
    return cell && this.#lines.contains(cell) ? Number(cell.dataset.item) : null;
  }

  #focused() {
    return this.#itemAt(focusedIn(this.#lines));
  }

  #layOut() {
    const style = getComputedStyle(this.#lines);
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const width = (/** @type {string} */ name) => parseFloat(style.getPropertyValue(name)) * rem;
    // Four columns at least: no character has more bytes.
    const fit = Math.max(4, Math.floor((this.#lines.clientWidth - width("--label")) / width("--column")));
    if (fit === this.#fit) return;
    this.#fit = fit;
    const held = this.#focused();
    this.#cells = [];
    let start = 0;
    const lines = lineEnds(this.#data, fit).map((end) => {
      const line = this.#drawLine(start, end);
      start = end;
      return line;
    });
    this.#lines.replaceChildren(...lines);
    if (this.#cells.length) this.#cells[0].tabIndex = 0;
    if (held !== null) this.#cells.find((cell) => Number(cell.dataset.item) === held)?.focus();
  }

  /**
   * @param {number} first
   * @param {number} last
   */
  #drawLine(first, last) {
    const { rows, items } = this.#data;
    const labels = rows.map((name, row) => make("span", "label", { style: `grid-row: ${row + 1}` }, name));
    const line = make("div", "line", ...labels);
    line.style.gridTemplateColumns = `var(--label) repeat(${last - first}, var(--column))`;
    items.forEach(({ start, end, hue, cells }, number) => {
      if (start >= last || end <= first) return;
      for (const [row, text, small] of cells) {
        const cell = make(
          "button",
          "cell",
          {
            type: "button",
            tabindex: -1,
            "data-item": number,
            "data-row": row,
            "aria-label": `${rows[row]}: ${text} ${small}`,
          },
          text,
          ...(small ? [make("small", "", small)] : []),
        );
        cell.classList.toggle("big", row === 0 || row === 3);
        cell.classList.toggle("long", text.length > 5 && end - start === 1);
        cell.classList.toggle("coloured", hue !== null);
        cell.classList.toggle("from", start < first);
        cell.classList.toggle("to", end > last);
        if (hue !== null) cell.style.setProperty("--hue", String(hue));
        cell.style.gridRow = String(row + 1);
        cell.style.gridColumn = `${Math.max(start, first) - first + 2} / ${Math.min(end, last) - first + 2}`;
        this.#cells.push(cell);
        line.append(cell);
      }
    });
    return line;
  }

  /** @param {HTMLElement} cell */
  #itemOf(cell) {
    return this.#data.items[Number(cell.dataset.item)];
  }

  /** @param {number | null} number */
  #light(number) {
    const one = number === null ? null : this.#data.items[number];
    this.#lines.classList.toggle("dimming", one !== null);
    for (const cell of this.#cells) {
      const item = this.#itemOf(cell);
      cell.classList.toggle("lit", one !== null && item.start < one.end && item.end > one.start);
    }
    if (one) this.#status.textContent = one.say;
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const cell = closest(event.target, ".cell");
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = Number(cell.dataset.row);
    const item = this.#itemOf(cell);
    const inRow = (/** @type {number} */ wanted) => this.#cells.filter((other) => Number(other.dataset.row) === wanted);
    const same = inRow(row);
    const over = (/** @type {HTMLElement[]} */ cells) => cells.find((other) => this.#itemOf(other).end > item.start);
    /** @type {Record<string, () => HTMLElement | undefined>} */
    const moves = {
      ArrowLeft: () => same[same.indexOf(cell) - 1],
      ArrowRight: () => same[same.indexOf(cell) + 1],
      ArrowUp: () => over(inRow(row - 1)),
      ArrowDown: () => over(inRow(row + 1)),
      Home: () => same[0],
      End: () => same[same.length - 1],
    };
    if (!Object.hasOwn(moves, event.key)) return;
    event.preventDefault();
    const target = moves[event.key]();
    if (!target) return;
    cell.tabIndex = -1;
    target.tabIndex = 0;
    target.focus();
  }
}
