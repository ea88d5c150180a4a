// Lays out what stands over the same bytes in columns, and lights up what belongs together.

const shown = new WeakMap();

export default function ({ data, parentElement }) {
  const content = JSON.stringify(data);
  const before = shown.get(parentElement);
  if (before?.content !== content) {
    before?.lens.stop();
    shown.set(parentElement, { content, lens: new Lens(parentElement.querySelector(".lens"), data) });
  }
  return () => {
    shown.get(parentElement)?.lens.stop();
    shown.delete(parentElement);
  };
}

class Lens {
  constructor(root, data) {
    this.data = data;
    this.status = make("p", "status", data.labels.hint);
    this.status.setAttribute("role", "status");
    this.lines = make("div", "lens-lines");
    this.lines.setAttribute("role", "group");
    this.lines.setAttribute("aria-label", data.labels.lens);
    root.replaceChildren(make("p", "", data.summary), this.status, this.lines);
    this.fit = 0;
    this.pointer = "";
    this.observer = new ResizeObserver(() => this.layOut());
    this.observer.observe(root);
    this.layOut();
    this.lines.onpointerover = (event) => {
      const place = `${event.clientX} ${event.clientY}`;
      if (place === this.pointer) return; // the page was scrolled below a pointer that rests
      this.pointer = place;
      this.light(this.itemAt(event.target) ?? this.focused());
    };
    this.lines.onpointerleave = () => this.light(this.focused());
    this.lines.onclick = (event) => event.target.closest(".cell")?.focus();
    this.lines.addEventListener("focusin", (event) => this.light(this.itemAt(event.target)));
    this.lines.addEventListener("focusout", () => this.light(null));
    this.lines.onkeydown = (event) => this.onKey(event);
  }

  stop() { this.observer.disconnect(); }

  itemAt(element) {
    const cell = element?.closest?.(".cell");
    return cell && this.lines.contains(cell) ? Number(cell.dataset.item) : null;
  }

  focused() { return this.itemAt(this.lines.getRootNode().activeElement); }

  /** Where lines end: at good places if possible, else between characters. */
  lineEnds(fit) {
    const { breaks, good, columns } = this.data;
    const ends = [];
    for (let start = 0; start < columns; start = ends.at(-1)) {
      const most = start + fit;
      const last = (places) => places.filter((place) => place > start && place <= most).at(-1);
      const best = last(good);
      ends.push(most >= columns ? columns : best > start + fit / 2 ? best : last(breaks));
    }
    return ends;
  }

  layOut() {
    const style = getComputedStyle(this.lines);
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const width = (name) => parseFloat(style.getPropertyValue(name)) * rem;
    // Four columns at least: no character has more bytes.
    const fit = Math.max(4, Math.floor((this.lines.clientWidth - width("--label")) / width("--column")));
    if (fit === this.fit) return;
    this.fit = fit;
    const held = this.focused();
    this.cells = [];
    let start = 0;
    this.lines.replaceChildren(...this.lineEnds(fit).map((end) => {
      const line = this.drawLine(start, end);
      start = end;
      return line;
    }));
    if (this.cells.length) this.cells[0].tabIndex = 0;
    if (held !== null) this.cells.find((cell) => Number(cell.dataset.item) === held)?.focus();
  }

  drawLine(first, last) {
    const { rows, items } = this.data;
    const line = make("div", "line", ...rows.map((name, row) => {
      const label = make("span", "label", name);
      label.style.gridRow = row + 1;
      return label;
    }));
    line.style.gridTemplateColumns = `var(--label) repeat(${last - first}, var(--column))`;
    items.forEach(({ start, end, hue, cells }, number) => {
      if (start >= last || end <= first) return;
      for (const [row, text, small] of cells) {
        const cell = make("button", "cell", text, ...(small ? [make("small", "", small)] : []));
        cell.type = "button";
        cell.classList.toggle("big", row === 0 || row === 3);
        cell.classList.toggle("long", text.length > 5 && end - start === 1);
        cell.classList.toggle("coloured", hue !== null);
        cell.classList.toggle("from", start < first);
        cell.classList.toggle("to", end > last);
        if (hue !== null) cell.style.setProperty("--hue", hue);
        cell.style.gridRow = row + 1;
        cell.style.gridColumn = `${Math.max(start, first) - first + 2} / ${Math.min(end, last) - first + 2}`;
        cell.dataset.item = number;
        cell.dataset.row = row;
        cell.tabIndex = -1;
        cell.setAttribute("aria-label", `${rows[row]}: ${text} ${small}`);
        this.cells.push(cell);
        line.append(cell);
      }
    });
    return line;
  }

  light(number) {
    const { items } = this.data;
    const one = number === null ? null : items[number];
    this.lines.classList.toggle("dimming", one !== null);
    for (const cell of this.cells) {
      const item = items[cell.dataset.item];
      cell.classList.toggle("lit", one !== null && item.start < one.end && item.end > one.start);
    }
    if (one) this.status.textContent = one.say;
  }

  onKey(event) {
    const cell = event.target.closest(".cell");
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = Number(cell.dataset.row);
    const item = this.data.items[cell.dataset.item];
    const inRow = (wanted) => this.cells.filter((other) => Number(other.dataset.row) === wanted);
    const same = inRow(row);
    const over = (cells) => cells.find((other) => this.data.items[other.dataset.item].end > item.start);
    const next = {
      ArrowLeft: () => same[same.indexOf(cell) - 1],
      ArrowRight: () => same[same.indexOf(cell) + 1],
      ArrowUp: () => over(inRow(row - 1)),
      ArrowDown: () => over(inRow(row + 1)),
      Home: () => same[0],
      End: () => same.at(-1),
    }[event.key];
    if (!next) return;
    event.preventDefault();
    const target = next();
    if (!target) return;
    cell.tabIndex = -1;
    target.tabIndex = 0;
    target.focus();
  }
}
