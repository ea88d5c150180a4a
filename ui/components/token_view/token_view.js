// Draws tokens, and tells about the one that is pointed at. What is shown was decided in Python.

const views = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  let view = views.get(parentElement);
  if (!view) {
    view = new TokenView(parentElement.querySelector(".token-view"));
    views.set(parentElement, view);
  }
  view.ask = (page) => setTriggerValue("page", page);
  view.update(data);
  return () => {
    view.leave();
    views.delete(parentElement);
  };
}

const LOOKS = ["text", "ids", "bytes"];

class TokenView {
  constructor(root) {
    this.root = root;
    const look = new URLSearchParams(location.search).get("view");
    this.look = LOOKS.includes(look) ? look : "text";
    this.spaces = false;
    this.lit = [];
    this.leave = onAddressWritten(() => this.remember());
  }

  update(data) {
    this.remember();
    const sent = JSON.stringify(data);
    if (sent === this.sent) return;
    const turned = this.data && (this.data.page !== data.page);
    this.sent = sent;
    this.data = data;
    this.build();
    if (turned) for (const panel of this.panels) panel.tokens.scrollTop = 0;
  }

  build() {
    const { labels, page, pages, shown } = this.data;
    // Rebuilt while one of its buttons has the focus, as after "Next", the same button has it again.
    const focused = this.root.getRootNode().activeElement?.dataset?.name;
    const button = (name, text, onclick, attributes = {}) =>
      make("button", "", { type: "button", "data-name": name, onclick, ...attributes }, text);
    this.lookButtons = LOOKS.map((look) => button(look, labels[look], () => this.show(look)));
    const spaces = make("input", "", { type: "checkbox", onchange: () => { this.spaces = spaces.checked; this.draw(); } });
    spaces.checked = this.spaces;
    this.said = make("span", "said", { role: "status" });
    this.copyBox = make("textarea", "copy", { readonly: true, hidden: true, rows: 2, "aria-label": labels.copyThis });
    // A page beyond the ends is the end itself: a button that is disabled would lose the focus.
    const turn = (name, arrow, to) => button(name, arrow, () => this.ask(Math.max(1, Math.min(to, pages))), { "aria-label": labels[name] });
    this.details = make("p", "details", { role: "status" }, labels.hint);
    this.panels = this.data.panels.map((panel) => this.panel(panel));
    this.root.replaceChildren(
      make("div", "bar", {},
        make("div", "looks", { role: "group", "aria-label": labels.options }, ...this.lookButtons),
        make("label", "", {}, spaces, labels.spaces),
        this.data.linkNote === undefined ? null : button("copyLink", labels.copyLink, () => this.copyLink()),
        this.said),
      this.copyBox,
      pages === 1 ? "" : make("div", "bar pages", { role: "group", "aria-label": labels.pages },
        turn("first", "⇤", 1), turn("back", "←", page - 1),
        make("span", "where", {}, shown),
        turn("next", "→", page + 1), turn("last", "→|", pages)),
      this.details,
      make("div", `panels${this.panels.length > 1 ? " two" : ""}`, {}, ...this.panels.map((panel) => panel.element)));
    this.draw();
    if (focused) this.root.querySelector(`[data-name="${focused}"]`)?.focus({ preventScroll: true });
  }

  panel(data) {
    const { labels, pages } = this.data;
    const copy = pages === 1 ? labels.copyIds : labels.copyPage;
    const list = (className, label) => make("div", className, { role: "listbox", "aria-label": fill(label, data), dir: "ltr" });
    const panel = { data, tokens: list("flow", labels.tokens), ids: list("ids", labels.idList) };
    for (const box of [panel.tokens, panel.ids]) {
      const show = (event) => {
        const at = event.target.closest?.("[data-at]");
        if (at) this.light(panel, Number(at.dataset.at), box);
      };
      box.onpointerover = show;
      box.onclick = (event) => { show(event); event.target.closest?.("[data-at]")?.focus({ preventScroll: true }); };
      box.addEventListener("focusin", show);
      box.onkeydown = (event) => this.key(event, panel, box);
    }
    panel.element = make("section", "", {},
      make("div", "head", {}, make("h3", "", {}, data.title), make("span", "count", {}, data.count), make("span", "", {}, data.rate)),
      panel.tokens,
      make("div", "head", {}, make("h4", "", {}, labels.ids),
        make("button", "", { type: "button", "data-name": `copy ${data.title}`, onclick: () => this.copyIds(panel) }, copy)),
      panel.ids);
    return panel;
  }

  show(look) {
    this.look = look;
    this.draw();
    this.remember();
  }

  remember() {
    history.replaceState(history.state, "", this.address());
  }

  address() {
    const url = new URL(location.href);
    if (this.look === "text") url.searchParams.delete("view");
    else url.searchParams.set("view", this.look);
    return url.toString();
  }

  // Drawing

  draw() {
    this.lit = [];
    for (const button of this.lookButtons) button.setAttribute("aria-pressed", String(button.dataset.name === this.look));
    for (const panel of this.panels) {
      panel.chips = panel.data.tokens.map((kind, index) => this.chip(panel, kind, index));
      panel.idChips = panel.data.tokens.map((kind, index) =>
        make("span", "id", { role: "option", "data-at": index, tabindex: index ? -1 : 0, "aria-selected": "false" },
          this.idText(panel.data.kinds[kind])));
      panel.tokens.replaceChildren(...this.flow(panel));
      panel.ids.replaceChildren(...panel.idChips);
    }
  }

  /** The chips with what stands between them: frames around characters, gaps, marks and line ends. */
  flow({ data, chips }) {
    const gaps = new Map(data.gaps);
    const groups = new Map(data.groups.map((group) => [group[0], group]));
    const cuts = new Set(data.cuts);
    const children = [];
    const gap = (index) => {
      if (gaps.has(index)) children.push(make("span", "gap", { title: this.data.labels.leftOut, "aria-hidden": "true" }, ...this.withSpaces(gaps.get(index))));
    };
    for (let index = 0; index < chips.length; index++) {
      gap(index);
      const [, last, text] = groups.get(index) ?? [index, index + 1, null];
      const inside = [];
      for (let at = index; at < last; at++) {
        if (cuts.has(at)) (at === index ? children : inside).push(make("span", "cut", { "aria-hidden": "true" }));
        inside.push(chips[at]);
      }
      if (text === null) children.push(...inside);
      else children.push(make("span", "group", { role: "group", "aria-label": text }, make("span", "whole", { "aria-hidden": "true" }, text), ...inside));
      if (data.kinds[data.tokens[last - 1]][1].endsWith("\n")) children.push(make("br"));
      index = last - 1;
    }
    gap(chips.length);
    return children;
  }

  chip({ data }, number, index) {
    const kind = data.kinds[number];
    const [, text, bytes, hue, name] = kind;
    // The line end behind a token is a break of its own, so that its frame does not go on in the next line.
    const line = text.replace(/\n$/, "");
    const inside = this.look === "ids" ? [this.idText(kind)] : this.look === "bytes" ? [bytes || text] : this.withSpaces(line);
    const runs = this.look === "text" ? line.length > 24 || line.includes("\n") : bytes.length > 40;
    return make("span", `token ${name}${runs ? " runs" : ""}`, {
      role: "option", "data-at": index, tabindex: index ? -1 : 0, "aria-selected": "false",
      // What has no ink has a name all the same.
      "aria-label": this.look === "text" && !text.trim() ? fill(this.data.labels.byteList, { bytes: bytes || text }) : null,
      style: hue === null ? null : `--hue: ${hue}` }, ...inside);
  }

  /** A text whose spaces are signs, where they are asked for: in an element of their own, so that no · is taken for one. */
  withSpaces(text) {
    if (!this.spaces) return [text];
    return text.split(/( +)/).filter(Boolean).map((part) => (part.startsWith(" ") ? make("span", "space", {}, "·".repeat(part.length)) : part));
  }

  idText([id, text]) {
    return id === null ? this.data.labels.noId : String(id);
  }

  // Pointing

  light(panel, index, from) {
    if (this.lit.length && this.lit[0] === panel.chips[index]) return;
    for (const element of this.lit) {
      element.classList.remove("lit", "same");
      element.setAttribute("aria-selected", "false");
    }
    this.lit = [panel.chips[index], panel.idChips[index]];
    for (const element of this.lit) {
      element.classList.add("lit");
      element.setAttribute("aria-selected", "true");
    }
    for (const other of this.panels) if (other !== panel) this.lightSame(panel, index, other);
    const hidden = from === panel.ids ? this.lit[0] : this.lit[1];
    const box = from === panel.ids ? panel.tokens : panel.ids;
    this.scrollTo(hidden, box);
    this.tell(panel, index);
    for (const [chips, chosen] of [[panel.chips, index], [panel.idChips, index]]) {
      chips[panel.stop ?? 0]?.setAttribute("tabindex", "-1");
      chips[chosen].setAttribute("tabindex", "0");
    }
    panel.stop = index;
  }

  /** In the panel beside it, light up the tokens that stand for the same bytes. */
  lightSame(panel, index, other) {
    const start = panel.data.bytes[index];
    const end = start + this.length(panel, index);
    other.data.bytes.forEach((place, at) => {
      if (place < end && place + this.length(other, at) > start) {
        other.chips[at].classList.add("same");
        this.lit.push(other.chips[at]);
      }
    });
  }

  /** How many bytes a token stands for. */
  length({ data }, index) {
    const bytes = data.kinds[data.tokens[index]][2];
    return bytes ? (bytes.length + 1) / 3 : 0;
  }

  /** Bring a chip into sight by scrolling its own box only, never the page. */
  scrollTo(chip, box) {
    const [here, room] = [chip.getBoundingClientRect(), box.getBoundingClientRect()];
    if (here.top < room.top || here.bottom > room.bottom) box.scrollTop += here.top - room.top - (room.height - here.height) / 2;
  }

  tell({ data }, index) {
    const { labels } = this.data;
    const [id, text, bytes, , name] = data.kinds[data.tokens[index]];
    const group = data.groups.find(([first, last]) => first <= index && index < last);
    const facts = [
      fill(labels.token, { number: (data.first + index + 1).toLocaleString(), total: data.total.toLocaleString() }),
      id === null ? labels.noId : fill(labels.id, { id }),
      bytes && name !== "part" ? fill(labels.byteList, { bytes }) : null,
      fill(labels.place, { place: (data.characters[index] + 1).toLocaleString() }),
      name === "special" || name === "unknown" ? labels[name] : null,
      name === "part" && group ? fill(labels.part, { text: group[2] }) : null,
      data.cuts.includes(index) ? labels.cut : null,
    ];
    this.details.replaceChildren(
      make("b", "named", { dir: "auto" }, name === "part" ? fill(labels.byteList, { bytes }) : text.replaceAll("\n", "").replaceAll(" ", "·")),
      ...facts.filter(Boolean).map((fact) => make("span", "fact", {}, fact)));
  }

  key(event, panel, box) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const chips = box === panel.ids ? panel.idChips : panel.chips;
    const here = Number(event.target.dataset.at);
    const to = {
      ArrowRight: () => here + 1, ArrowLeft: () => here - 1,
      ArrowDown: () => this.line(chips, here, 1), ArrowUp: () => this.line(chips, here, -1),
      Home: () => 0, End: () => chips.length - 1,
    }[event.key]?.();
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const chip = chips[Math.max(0, Math.min(to, chips.length - 1))];
    chip.focus({ preventScroll: true });
    this.scrollTo(chip, box);
  }

  /** The chip on the line above or below that is nearest. */
  line(chips, here, step) {
    const from = chips[here].getClientRects()[0];
    let found = here;
    let line = null;
    for (let at = here + step; at >= 0 && at < chips.length; at += step) {
      const rect = chips[at].getClientRects()[0];
      if (Math.abs(rect.top - from.top) < from.height / 2) continue;
      line ??= rect.top;
      if (Math.abs(rect.top - line) > from.height / 2) break;
      const distance = (index) => Math.abs(chips[index].getClientRects()[0].left - from.left);
      if (found === here || distance(at) < distance(found)) found = at;
    }
    return found;
  }

  // Copying

  async copy(text, done) {
    const { labels } = this.data;
    const copied = await copyText(text, this.copyBox);
    this.said.textContent = copied ? done : labels.copyThis;
  }

  async copyLink() {
    const { labels, linkNote } = this.data;
    await this.copy(this.address(), `${labels.linkCopied} ${linkNote}`.trim());
  }

  async copyIds({ data }) {
    const ids = data.tokens.map((kind) => data.kinds[kind][0]);
    await this.copy(JSON.stringify(ids), fill(this.data.labels.idsCopied, { count: ids.length.toLocaleString() }));
  }
}
