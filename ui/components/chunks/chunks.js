// Draws texts cut up by patterns. A legend row lights up its chunks, and a chunk its row.

const shown = new WeakMap();

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".cuts");
  const content = JSON.stringify(data);
  if (shown.get(parentElement) !== content) {
    shown.set(parentElement, content);
    const status = make("p", "status", data.labels.hint);
    status.setAttribute("role", "status");
    const panels = data.panels.map((panel) => draw(panel, data.labels, status));
    root.replaceChildren(status, make("div", panels.length > 1 ? "panels two" : "panels", ...panels));
  }
  return () => { shown.delete(parentElement); };
}

function draw(panel, labels, status) {
  const pieces = panel.pieces.map(([text, row, only]) => {
    const { number, hue } = panel.legend[row];
    const item = make("li", `token${hue === null ? " out" : ""}${only ? " only" : ""}`, text);
    item.dataset.row = row;
    item.dataset.number = number;
    if (hue !== null) item.style.setProperty("--hue", hue);
    item.tabIndex = -1;
    return item;
  });
  if (pieces.length) pieces[0].tabIndex = 0;
  const rows = panel.legend.map(({ number, name, regex, about, count, hue }, row) => {
    const sign = make("span", `token${hue === null ? " out" : ""}`, number);
    if (hue !== null) sign.style.setProperty("--hue", hue);
    const button = make("button", "rule", sign,
      make("span", "", make("b", "", name), ...(regex ? [make("code", "", regex)] : []), about),
      make("span", "count", count));
    button.type = "button";
    button.dataset.row = row;
    return button;
  });

  const list = make("ol", "chunks", ...pieces);
  list.setAttribute("aria-label", fill(labels.chunks, { pattern: panel.title }));
  const legend = make("ol", "legend", ...rows.map((row) => make("li", "", row)));
  legend.setAttribute("aria-label", fill(labels.legend, { pattern: panel.title }));

  const light = (target) => {
    const chunk = pieces.includes(target);
    const row = target ? Number(target.dataset.row) : -1;
    for (const piece of pieces) piece.classList.toggle("lit", chunk ? piece === target : Number(piece.dataset.row) === row);
    list.classList.toggle("dimming", Boolean(target) && !chunk);
    rows.forEach((button, index) => button.classList.toggle("lit", index === row));
    if (!target) return;
    const values = panel.legend[row];
    status.textContent = chunk
      ? fill(labels.said, { ...values, text: target.textContent }) + (target.classList.contains("only") ? ` ${labels.onlyHere}` : "")
      : fill(labels.counted, values);
  };
  const at = (event) => event.target.closest("li.token, button.rule");
  const section = make("section", "", make("h3", "", panel.title), make("p", "", panel.summary),
    ...(panel.before ? [make("p", "", panel.before)] : []), list, make("p", "", labels.order), legend);
  // What has the focus stays lit when the pointer leaves.
  const focused = () => section.getRootNode().activeElement?.closest?.("li.token, button.rule") ?? null;
  let place = "";
  section.onpointerover = (event) => {
    const now = `${event.clientX} ${event.clientY}`;
    if (now === place) return; // the page was scrolled below a pointer that rests, as the keyboard does
    place = now;
    light(at(event) ?? focused());
  };
  section.onpointerleave = (event) => `${event.clientX} ${event.clientY}` === place || light(section.contains(focused()) ? focused() : null);
  section.addEventListener("focusin", (event) => light(at(event)));
  section.addEventListener("focusout", () => light(null));
  section.onclick = (event) => at(event)?.focus();
  list.onkeydown = (event) => {
    const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };
    const place = pieces.indexOf(event.target);
    if (!(event.key in steps) || place < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = pieces[Math.min(Math.max(place + steps[event.key], 0), pieces.length - 1)];
    pieces[place].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
    event.preventDefault();
  };
  return section;
}
