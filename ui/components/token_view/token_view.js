// Draws tokens, and shows details of the one pointed at. Python decides what is shown.

import { component } from "../component.js";
import {
  chooseNotation,
  chosenNotation,
  initialNotation,
  NotationSwitch,
  onNotationChange,
  effectiveNotation,
  withNotation,
} from "../notation.js";
import { checkbox, closest, copyText, fillTemplate, isEqual, make, moveForKey, setAttributes, tint } from "../dom.js";
import { focusedIn, scrollIntoBox } from "../items.js";
import { copyLink, linkTargets } from "../link.js";
import { drawingOrder, tokensSharingBytes } from "./drawing_order.js";

/** @import {TokenPanel, TokenViewPayload, TokenViewLabels} from "../contract" */
/** @import {Component, ComponentArgs} from "../streamlit" */
/** @import {Notation} from "../notation.js" */
/** @import {Part} from "./drawing_order.js" */

/** @typedef {TokenViewPayload & {labels: TokenViewLabels}} Data */
/** @typedef {TokenPanel["kinds"][number]} Kind */
/** @typedef {{element: HTMLElement, chips: HTMLElement[]}} Box All tokens, as chips to point at. */
/** @typedef {{data: TokenPanel, element: HTMLElement, tokens: Box, ids: Box, stop: number}} Panel */

/** @type {Component<Data>} */
export default component(".token-view", (root, { data }) => new TokenView(root, data));

const FIRST = 20; // tokens: these are in sight

class TokenView {
  /** @type {(name: "page" | "add" | "remove", value: number) => void} */ #trigger = () => {};
  /** @type {Panel[]} */ #panels = [];
  /** @type {HTMLElement[]} */ #highlighted = [];
  /** @type {NotationSwitch | null} */ #switch = null;
  /** @type {Data | null} */ #drawnData = null;
  #stopListening = onNotationChange(() => this.#draw());
  /** @type {Notation} */ #notation = "text";
  #otherLinks = make("span.others");
  #copyStatus = make("span.explanation", { role: "status" });
  #details = make("p.details", { role: "status" });
  #copyBox = make("textarea.copy", { readonly: true, hidden: true, rows: 2 });

  constructor(/** @type {HTMLElement} */ root, /** @type {Data} */ data) {
    this.root = root;
    root.classList.add("dots");
    this.data = data;
    initialNotation();
  }

  update(/** @type {ComponentArgs<Data>} */ { data, setTriggerValue }) {
    this.#trigger = setTriggerValue;
    history.replaceState(history.state, "", this.#address());
    if (isEqual(data, this.#drawnData)) return;
    const isNewPage = this.data.page !== data.page;
    const isFirst = !this.#drawnData;
    this.data = this.#drawnData = data;
    this.#build();
    if (isFirst) this.#showExample();
    if (isNewPage) for (const panel of this.#panels) panel.tokens.element.scrollTop = 0;
  }

  stop() {
    this.#stopListening();
  }

  #build() {
    const { labels, panels, pages, linkNote, canAdd } = this.data;
    // If a focused button is rebuilt, as after "Next", the new one gets the focus.
    const focused = closest(focusedIn(this.root), "[data-name]")?.dataset.name;
    this.#switch = new NotationSwitch(labels, chooseNotation);
    const { classList } = this.root;
    const spaces = checkbox(labels.spaces, (on) => classList.toggle("dots", on));
    spaces.box.checked = classList.contains("dots");
    const elements = { box: this.#copyBox, status: this.#copyStatus, others: this.#otherLinks };
    const copy = () => copyLink(linkTargets(this.#address()), elements, labels, linkNote);
    this.#copyStatus.textContent = "";
    this.#otherLinks.replaceChildren();
    setAttributes(this.#copyBox, { "aria-label": labels.copyThis });
    this.#copyBox.hidden = true;
    this.#details.replaceChildren(labels.hint);
    this.#panels = panels.map((panel, number) => this.#panel(panel, number));
    this.root.replaceChildren(
      make("div.bar.look", this.#switch.element, spaces.element),
      make(`div.panels.of-${panels.length}`, ...this.#panels.map((panel) => panel.element)),
      make(
        "div.foot",
        this.#details,
        make(
          "div.bar",
          canAdd ? button("add", `+ ${labels.add}`, () => this.#trigger("add", panels.length), labels.add) : null,
          linkNote === undefined ? null : button("copyLink", labels.copyLink, copy),
          this.#copyStatus,
          this.#otherLinks,
          this.#copyBox,
        ),
        pages === 1 ? "" : this.#pages(),
      ),
    );
    this.#draw();
    const rebuilt = [...this.root.querySelectorAll("button")].find((button) => button.dataset.name === focused);
    if (focused) rebuilt?.focus({ preventScroll: true });
  }

  #pages() {
    const { labels, page, pages, shown } = this.data;
    // Pages beyond the ends are the ends: a disabled button would lose the focus.
    /** @type {(name: "first" | "back" | "next" | "last", arrow: string, to: number) => HTMLElement} */
    const pageButton = (name, arrow, to) =>
      button(name, arrow, () => this.#trigger("page", Math.max(1, Math.min(to, pages))), labels[name]);
    return make(
      "div.bar.pages",
      { role: "group", "aria-label": labels.pages },
      pageButton("first", "⇤", 1),
      pageButton("back", "←", page - 1),
      make("span.where", shown),
      pageButton("next", "→", page + 1),
      pageButton("last", "→|", pages),
    );
  }

  #panel(/** @type {TokenPanel} */ data, /** @type {number} */ number) {
    const { labels, pages, canRemove } = this.data;
    const { title, count, rate } = data;
    const box = (/** @type {"div.flow" | "div.ids"} */ name, /** @type {string} */ label) => {
      const element = make(name, { role: "listbox", "aria-label": fillTemplate(label, { title }), dir: "ltr" });
      return { element, chips: [] };
    };
    const [tokens, ids] = [box("div.flow", labels.tokens), box("div.ids", labels.idList)];
    const numbers = data.tokens.map((kind) => data.kinds[kind][0]);
    const copied = fillTemplate(labels.idsCopied, { count: numbers.length.toLocaleString(labels.locale) });
    const onCopy = () => this.#copy(JSON.stringify(numbers), copied);
    const isAll = pages === 1 && data.total === numbers.length;
    const copy = button(`copy ${title}`, isAll ? labels.copyIds : labels.copyPage, onCopy);
    const most = Math.max(...this.data.panels.map(({ total }) => total));
    const share = make("i", { style: `width: ${most ? (100 * data.total) / most : 0}%` });
    const onRemove = () => this.#trigger("remove", number);
    const remove = button(`remove ${number}`, "×", onRemove, fillTemplate(labels.remove, { title }));
    remove.classList.add("remove");
    const element = make(
      "section",
      make(
        "div.head.title",
        make("h2", title),
        make("span.rate", rate),
        make("span.count", count),
        canRemove ? remove : null,
        this.data.panels.length > 1 ? make("span.share", share) : null,
      ),
      tokens.element,
      make("div.head", make("h3", labels.ids), copy),
      ids.element,
    );
    /** @type {Panel} */
    const panel = { data, element, tokens, ids, stop: 0 }; // the Tab key leads to the token `stop`
    for (const box of [tokens, ids]) {
      const show = (/** @type {Event} */ event) => {
        const at = closest(event.target, "[data-at]");
        if (at) this.#highlight(panel, Number(at.dataset.at), box);
        return at;
      };
      box.element.onpointerover = show;
      box.element.onclick = (event) => show(event)?.focus({ preventScroll: true });
      box.element.addEventListener("focusin", show);
      box.element.onkeydown = (event) => onKey(event, box);
    }
    return panel;
  }

  #address() {
    return withNotation(location.href, chosenNotation());
  }

  // Drawing

  #draw() {
    this.#highlighted = [];
    this.#notation = effectiveNotation(chosenNotation(), this.data.notations, "text");
    this.#switch?.show(this.data.notations, this.#notation);
    for (const { data, tokens, ids } of this.#panels) {
      const kinds = data.tokens.map((kind) => data.kinds[kind]);
      tokens.chips = data.tokens.map((kind, index) => this.#drawChip(data, kind, index));
      ids.chips = kinds.map((kind, index) => make("span.id", option(index), this.#idText(kind)));
      tokens.element.replaceChildren(...drawingOrder(data).map((part) => this.#drawPart(tokens.chips, part)));
      ids.element.replaceChildren(...ids.chips);
    }
  }

  /** @type {(chips: HTMLElement[], part: Part) => HTMLElement} */
  #drawPart = (chips, part) => {
    const hidden = { "aria-hidden": "true" };
    if ("token" in part) return chips[part.token];
    if ("cut" in part) return make("span.cut", hidden);
    if ("line" in part) return make("br");
    if ("gap" in part) {
      return make("span.gap", hidden, { title: this.data.labels.leftOut }, ...withSpaces(part.gap));
    }
    const inside = part.parts.map((inner) => this.#drawPart(chips, inner));
    const label = { role: "group", "aria-label": part.group };
    return make("span.group", label, make("span.whole", hidden, part.group), ...inside);
  };

  /** @type {(panel: TokenPanel, number: number, index: number) => HTMLElement} */
  #drawChip({ kinds, symbols, said }, number, index) {
    const kind = kinds[number];
    const [, text, bytes, hue, what] = kind;
    const isText = this.#notation === "text" || (this.#notation === "symbols" && !symbols.length);
    // The line end after a token is a break of its own, so that the token's frame does not continue on the next line.
    const line = text.replace(/\n$/, "");
    const other = { ids: this.#idText(kind), hex: bytes || text, symbols: symbols[number], text };
    const inside = isText && what !== "part" ? withSpaces(line) : [isText ? line : other[this.#notation]];
    const runs = isText ? line.length > 24 || line.includes("\n") : bytes.length > 40;
    // Invisible tokens get a name too.
    const bare = isText && !text.trim() ? fillTemplate(this.data.labels.byteList, { bytes: bytes || text }) : null;
    const label = isText || this.#notation === "symbols" ? (said[number] ?? bare) : null;
    const looks = { "aria-label": label, classes: { runs } };
    return make(`span.token.${what}`, option(index), tint(hue), looks, ...inside);
  }

  #idText(/** @type {Kind} */ [id]) {
    return id === null ? this.data.labels.noId : String(id);
  }

  // Pointing

  /** Until the learner points at a token, show the longest of the first ones. */
  #showExample() {
    const panel = this.#panels[0];
    const lengths = panel.data.tokens.slice(0, FIRST).map((kind) => panel.data.kinds[kind][1].length);
    if (!lengths.length) return;
    this.#highlight(panel, lengths.indexOf(Math.max(...lengths)), panel.tokens);
    this.#details.append(make("span.hint", this.data.labels.hint));
  }

  #highlight(/** @type {Panel} */ panel, /** @type {number} */ index, /** @type {Box} */ from) {
    const { data, tokens, ids } = panel;
    if (this.#highlighted[0] === tokens.chips[index]) return;
    const off = { "aria-selected": false, classes: { highlighted: false, same: false } };
    for (const element of this.#highlighted) setAttributes(element, off);
    this.#highlighted = [tokens.chips[index], ids.chips[index]];
    for (const element of this.#highlighted)
      setAttributes(element, { "aria-selected": true, classes: { highlighted: true } });
    // In the other panels, the tokens that share bytes with it.
    for (const other of this.#panels.filter((other) => other !== panel)) {
      const same = tokensSharingBytes(data, index, other.data).map((at) => other.tokens.chips[at]);
      for (const chip of same) chip.classList.add("same");
      this.#highlighted.push(...same);
    }
    const other = from === ids ? tokens : ids;
    scrollIntoBox(other.element, other.chips[index], 0.5);
    this.#showDetails(data, index);
    for (const { chips } of [tokens, ids]) {
      if (chips[panel.stop]) chips[panel.stop].tabIndex = -1;
      chips[index].tabIndex = 0;
    }
    panel.stop = index;
  }

  #showDetails(/** @type {TokenPanel} */ data, /** @type {number} */ index) {
    const { labels } = this.data;
    const [id, text, bytes, hue, what] = data.kinds[data.tokens[index]];
    const group = data.groups.find(([first, last]) => first <= index && index < last);
    const facts = [
      fillTemplate(data.total ? labels.token : labels.tokenOfMany, {
        number: (data.first + index + 1).toLocaleString(labels.locale),
        total: data.total.toLocaleString(labels.locale),
      }),
      id === null ? labels.noId : fillTemplate(labels.id, { id }),
      bytes && what !== "part" ? fillTemplate(labels.byteList, { bytes }) : "",
      fillTemplate(labels.place, { place: (data.characters[index] + 1).toLocaleString(labels.locale) }),
      what === "special" || what === "unknown" ? labels[what] : "",
      what === "part" && group ? fillTemplate(labels.part, { text: group[2] }) : "",
      data.cuts.includes(index) ? labels.cut : "",
    ];
    const name =
      what === "part" ? fillTemplate(labels.byteList, { bytes }) : text.replaceAll("\n", "").replaceAll(" ", "·");
    const spans = facts.filter(Boolean).map((fact) => make("span.fact", fact));
    const tile = make("b.named.token", tint(hue), { dir: "auto" }, name);
    if (what === "unknown" || what === "special") tile.classList.add(what);
    this.#details.replaceChildren(tile, ...spans);
  }

  // Copying

  async #copy(/** @type {string} */ text, /** @type {string} */ done) {
    const copied = await copyText(text, this.#copyBox);
    this.#copyStatus.textContent = copied ? done : this.data.labels.copyThis;
    this.#otherLinks.replaceChildren();
  }
}

/** @type {(name: string, text: string, onclick: () => void, label?: string) => HTMLElement} */
const button = (name, text, onclick, label) =>
  make("button", { "data-name": name, "aria-label": label, onclick }, text);

/** Return a text with its spaces as elements, so that a dot over one is not mistaken for a real ·. @param {string} text */
const withSpaces = (text) =>
  text
    .split(/( )/)
    .map((part) => (part === " " ? make("span.space", part) : part))
    .filter(Boolean);

/** Return the attributes of an option in a list. @param {number} index */
const option = (index) => ({ role: "option", "data-at": index, tabindex: index ? -1 : 0, "aria-selected": "false" });

/** Move between chips with the keyboard. @type {(event: KeyboardEvent, box: Box) => void} */
function onKey(event, { element, chips }) {
  const at = closest(event.target, "[data-at]");
  if (!at) return;
  const current = Number(at.dataset.at);
  const to = moveForKey(event, {
    ArrowRight: current + 1,
    ArrowLeft: current - 1,
    ArrowDown: nextLine(chips, current, 1),
    ArrowUp: nextLine(chips, current, -1),
    Home: 0,
    End: chips.length - 1,
  });
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const chip = chips[Math.max(0, Math.min(to, chips.length - 1))];
  chip.focus({ preventScroll: true });
  scrollIntoBox(element, chip, 0.5);
}

/** Return the nearest chip on the line above or below. @type {(chips: Element[], current: number, step: 1 | -1) => number} */
function nextLine(chips, current, step) {
  const box = (/** @type {number} */ index) => chips[index].getClientRects()[0];
  const from = box(current);
  let nearest = current;
  let line = null;
  for (let at = current + step; at >= 0 && at < chips.length; at += step) {
    const { top } = box(at);
    if (Math.abs(top - from.top) < from.height / 2) continue;
    line ??= top;
    if (Math.abs(top - line) > from.height / 2) break;
    const distance = (/** @type {number} */ index) => Math.abs(box(index).left - from.left);
    if (nearest === current || distance(at) < distance(nearest)) nearest = at;
  }
  return nearest;
}
