// Draws tokens, and tells about the one that is pointed at. What is shown was decided in Python.

import { closest, copyText, fill, find, focusedIn, make } from "../dom.js";
import { arrange, sameBytes } from "./arrange.js";

/** @typedef {import("../contract").TokenView & {labels: import("../contract").TokenViewLabels}} Data */
/** @typedef {import("../contract").TokenPanel} PanelData */
/** @typedef {import("../contract").TokenPanel["kinds"][number]} Kind */
/** @typedef {"text" | "ids" | "bytes"} Look */

/**
 * A text as one tokenizer cuts it, and the elements that show it.
 *
 * @typedef {object} Panel
 * @property {PanelData} data
 * @property {HTMLElement} element
 * @property {HTMLElement} tokens
 * @property {HTMLElement} ids
 * @property {HTMLElement[]} chips
 * @property {HTMLElement[]} idChips
 * @property {number} stop the one that the Tab key leads to
 */

/** @type {Look[]} */
const LOOKS = ["text", "ids", "bytes"];

/** @type {WeakMap<object, TokenView>} */
const views = new WeakMap();

/** @param {import("../streamlit").Given<Data>} given */
export default function ({ data, parentElement, setTriggerValue }) {
  let view = views.get(parentElement);
  if (!view) {
    view = new TokenView(find(parentElement, ".token-view"), data);
    views.set(parentElement, view);
  }
  view.ask = (page) => setTriggerValue("page", page);
  view.update(data);
  return () => {
    views.delete(parentElement);
  };
}

class TokenView {
  /** @type {(page: number) => void} */
  ask = () => {};
  /** @type {Panel[]} */
  #panels = [];
  /** @type {HTMLElement[]} */
  #lit = [];
  /** @type {Look} */
  #look;
  #spaces = false;
  #sent = "";
  #data;
  /** @type {HTMLElement[]} */
  #lookButtons = [];
  #said = make("span", "said", { role: "status" });
  #details = make("p", "details", { role: "status" });
  #copyBox = make("textarea", "copy", { readonly: true, hidden: true, rows: 2 });

  /**
   * @param {HTMLElement} root
   * @param {Data} data
   */
  constructor(root, data) {
    this.root = root;
    this.#data = data;
    const look = new URLSearchParams(location.search).get("view");
    this.#look = LOOKS.find((one) => one === look) ?? "text";
  }

  /** @param {Data} data */
  update(data) {
    this.#remember();
    const sent = JSON.stringify(data);
    if (sent === this.#sent) return;
    const turned = this.#data.page !== data.page;
    this.#sent = sent;
    this.#data = data;
    this.#build();
    if (turned) for (const panel of this.#panels) panel.tokens.scrollTop = 0;
  }

  #build() {
    const { labels, page, pages, shown, linkNote } = this.#data;
    // Rebuilt while one of its buttons has the focus, as after "Next", the same button has it again.
    const focused = closest(focusedIn(this.root), "[data-name]")?.dataset.name;
    this.#lookButtons = LOOKS.map((look) => button(look, labels[look], () => this.#show(look)));
    const spaces = make("input", "", { type: "checkbox", checked: this.#spaces });
    spaces.onchange = () => {
      this.#spaces = spaces.checked;
      this.#draw();
    };
    this.#said.textContent = "";
    this.#copyBox.hidden = true;
    this.#copyBox.setAttribute("aria-label", labels.copyThis);
    this.#details.replaceChildren(labels.hint);
    this.#panels = this.#data.panels.map((panel) => this.#panel(panel));
    // A page beyond the ends is the end itself: a button that is disabled would lose the focus.
    /** @type {(name: "first" | "back" | "next" | "last", arrow: string, to: number) => HTMLElement} */
    const turn = (name, arrow, to) =>
      button(name, arrow, () => this.ask(Math.max(1, Math.min(to, pages))), labels[name]);
    this.root.replaceChildren(
      make(
        "div",
        "bar",
        make("div", "looks", { role: "group", "aria-label": labels.options }, ...this.#lookButtons),
        make("label", "", spaces, labels.spaces),
        linkNote === undefined ? null : button("copyLink", labels.copyLink, () => this.#copyLink(linkNote)),
        this.#said,
      ),
      this.#copyBox,
      pages === 1
        ? ""
        : make(
            "div",
            "bar pages",
            { role: "group", "aria-label": labels.pages },
            turn("first", "⇤", 1),
            turn("back", "←", page - 1),
            make("span", "where", shown),
            turn("next", "→", page + 1),
            turn("last", "→|", pages),
          ),
      this.#details,
      make("div", this.#panels.length > 1 ? "panels two" : "panels", ...this.#panels.map((panel) => panel.element)),
    );
    this.#draw();
    if (focused) {
      const again = [...this.root.querySelectorAll("button")].find((one) => one.dataset.name === focused);
      again?.focus({ preventScroll: true });
    }
  }

  /**
   * @param {PanelData} data
   * @returns {Panel}
   */
  #panel(data) {
    const { labels, pages } = this.#data;
    const { title } = data;
    const list = (/** @type {string} */ className, /** @type {string} */ label) =>
      make("div", className, { role: "listbox", "aria-label": fill(label, { title }), dir: "ltr" });
    const [tokens, ids] = [list("flow", labels.tokens), list("ids", labels.idList)];
    const copy = pages === 1 ? labels.copyIds : labels.copyPage;
    const element = make(
      "section",
      "",
      make("div", "head", make("h3", "", title), make("span", "count", data.count), make("span", "", data.rate)),
      tokens,
      make(
        "div",
        "head",
        make("h4", "", labels.ids),
        button(`copy ${title}`, copy, () => this.#copyIds(data)),
      ),
      ids,
    );
    /** @type {Panel} */
    const panel = { data, element, tokens, ids, chips: [], idChips: [], stop: 0 };
    for (const box of [tokens, ids]) {
      const show = (/** @type {Event} */ event) => {
        const at = closest(event.target, "[data-at]");
        if (at) this.#light(panel, Number(at.dataset.at), box);
      };
      box.onpointerover = show;
      box.onclick = (event) => {
        show(event);
        closest(event.target, "[data-at]")?.focus({ preventScroll: true });
      };
      box.addEventListener("focusin", show);
      box.onkeydown = (event) => this.#key(event, panel, box);
    }
    return panel;
  }

  /** @param {Look} look */
  #show(look) {
    this.#look = look;
    this.#draw();
    this.#remember();
  }

  #remember() {
    history.replaceState(history.state, "", this.#address());
  }

  #address() {
    const url = new URL(location.href);
    if (this.#look === "text") url.searchParams.delete("view");
    else url.searchParams.set("view", this.#look);
    return url.toString();
  }

  // Drawing

  #draw() {
    this.#lit = [];
    for (const one of this.#lookButtons) one.setAttribute("aria-pressed", String(one.dataset.name === this.#look));
    for (const panel of this.#panels) {
      const kinds = panel.data.tokens.map((kind) => panel.data.kinds[kind]);
      panel.chips = kinds.map((kind, index) => this.#chip(kind, index));
      panel.idChips = kinds.map((kind, index) => make("span", "id", option(index), this.#idText(kind)));
      panel.tokens.replaceChildren(...arrange(panel.data).map((part) => this.#part(panel, part)));
      panel.ids.replaceChildren(...panel.idChips);
    }
  }

  /**
   * @param {Panel} panel
   * @param {import("./arrange.js").Part} part
   * @returns {HTMLElement}
   */
  #part(panel, part) {
    if ("token" in part) return panel.chips[part.token];
    if ("cut" in part) return make("span", "cut", { "aria-hidden": "true" });
    if ("line" in part) return make("br");
    if ("gap" in part) {
      const attributes = { title: this.#data.labels.leftOut, "aria-hidden": "true" };
      return make("span", "gap", attributes, ...this.#withSpaces(part.gap));
    }
    const whole = make("span", "whole", { "aria-hidden": "true" }, part.group);
    const inside = part.parts.map((one) => this.#part(panel, one));
    return make("span", "group", { role: "group", "aria-label": part.group }, whole, ...inside);
  }

  /**
   * @param {Kind} kind
   * @param {number} index
   */
  #chip(kind, index) {
    const [, text, bytes, hue, what] = kind;
    // The line end behind a token is a break of its own, so that its frame does not go on in the next line.
    const line = text.replace(/\n$/, "");
    const inside = {
      ids: () => [this.#idText(kind)],
      bytes: () => [bytes || text],
      text: () => this.#withSpaces(line),
    };
    const runs = this.#look === "text" ? line.length > 24 || line.includes("\n") : bytes.length > 40;
    // What has no ink has a name all the same.
    const isBlank = this.#look === "text" && !text.trim();
    return make(
      "span",
      `token ${what}${runs ? " runs" : ""}`,
      {
        ...option(index),
        "aria-label": isBlank ? fill(this.#data.labels.byteList, { bytes: bytes || text }) : null,
        style: hue === null ? null : `--hue: ${hue}`,
      },
      ...inside[this.#look](),
    );
  }

  /**
   * A text whose spaces are signs, where they are asked for: in an element of their own, so that no · is taken for one.
   *
   * @param {string} text
   */
  #withSpaces(text) {
    if (!this.#spaces) return [text];
    const parts = text.split(/( +)/).filter(Boolean);
    return parts.map((part) => (part.startsWith(" ") ? make("span", "space", "·".repeat(part.length)) : part));
  }

  /** @param {Kind} kind */
  #idText([id]) {
    return id === null ? this.#data.labels.noId : String(id);
  }

  // Pointing

  /**
   * @param {Panel} panel
   * @param {number} index
   * @param {HTMLElement} from
   */
  #light(panel, index, from) {
    if (this.#lit.length && this.#lit[0] === panel.chips[index]) return;
    for (const element of this.#lit) {
      element.classList.remove("lit", "same");
      element.setAttribute("aria-selected", "false");
    }
    this.#lit = [panel.chips[index], panel.idChips[index]];
    for (const element of this.#lit) {
      element.classList.add("lit");
      element.setAttribute("aria-selected", "true");
    }
    // In the panel beside it, the tokens that stand for the same bytes.
    for (const other of this.#panels.filter((one) => one !== panel)) {
      for (const at of sameBytes(panel.data, index, other.data)) {
        other.chips[at].classList.add("same");
        this.#lit.push(other.chips[at]);
      }
    }
    if (from === panel.ids) scrollTo(panel.chips[index], panel.tokens);
    else scrollTo(panel.idChips[index], panel.ids);
    this.#tell(panel.data, index);
    for (const chips of [panel.chips, panel.idChips]) {
      chips[panel.stop]?.setAttribute("tabindex", "-1");
      chips[index].setAttribute("tabindex", "0");
    }
    panel.stop = index;
  }

  /**
   * @param {PanelData} data
   * @param {number} index
   */
  #tell(data, index) {
    const { labels } = this.#data;
    const [id, text, bytes, , what] = data.kinds[data.tokens[index]];
    const group = data.groups.find(([first, last]) => first <= index && index < last);
    const facts = [
      fill(labels.token, { number: (data.first + index + 1).toLocaleString(), total: data.total.toLocaleString() }),
      id === null ? labels.noId : fill(labels.id, { id }),
      bytes && what !== "part" ? fill(labels.byteList, { bytes }) : "",
      fill(labels.place, { place: (data.characters[index] + 1).toLocaleString() }),
      what === "special" || what === "unknown" ? labels[what] : "",
      what === "part" && group ? fill(labels.part, { text: group[2] }) : "",
      data.cuts.includes(index) ? labels.cut : "",
    ];
    const named = what === "part" ? fill(labels.byteList, { bytes }) : text.replaceAll("\n", "").replaceAll(" ", "·");
    this.#details.replaceChildren(
      make("b", "named", { dir: "auto" }, named),
      ...facts.filter(Boolean).map((fact) => make("span", "fact", fact)),
    );
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Panel} panel
   * @param {HTMLElement} box
   */
  #key(event, panel, box) {
    const at = closest(event.target, "[data-at]");
    if (!at || event.altKey || event.ctrlKey || event.metaKey) return;
    const chips = box === panel.ids ? panel.idChips : panel.chips;
    const here = Number(at.dataset.at);
    /** @type {Record<string, () => number>} */
    const moves = {
      ArrowRight: () => here + 1,
      ArrowLeft: () => here - 1,
      ArrowDown: () => nextLine(chips, here, 1),
      ArrowUp: () => nextLine(chips, here, -1),
      Home: () => 0,
      End: () => chips.length - 1,
    };
    if (!Object.hasOwn(moves, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const chip = chips[Math.max(0, Math.min(moves[event.key](), chips.length - 1))];
    chip.focus({ preventScroll: true });
    scrollTo(chip, box);
  }

  // Copying

  /**
   * @param {string} text
   * @param {string} done
   */
  async #copy(text, done) {
    const copied = await copyText(text, this.#copyBox);
    this.#said.textContent = copied ? done : this.#data.labels.copyThis;
  }

  /** @param {string} note */
  async #copyLink(note) {
    await this.#copy(this.#address(), `${this.#data.labels.linkCopied} ${note}`.trim());
  }

  /** @param {PanelData} data */
  async #copyIds({ tokens, kinds }) {
    const ids = tokens.map((kind) => kinds[kind][0]);
    const done = fill(this.#data.labels.idsCopied, { count: ids.length.toLocaleString() });
    await this.#copy(JSON.stringify(ids), done);
  }
}

/**
 * @param {string} name
 * @param {string} text
 * @param {() => void} onclick
 * @param {string} [label] for who does not see an arrow
 */
function button(name, text, onclick, label) {
  return make("button", "", { type: "button", "data-name": name, "aria-label": label, onclick }, text);
}

/**
 * The attributes of one of many to choose from.
 *
 * @param {number} index
 */
function option(index) {
  return { role: "option", "data-at": index, tabindex: index ? -1 : 0, "aria-selected": "false" };
}

/**
 * Bring a chip into sight by scrolling its own box only, never the page.
 *
 * @param {HTMLElement} chip
 * @param {HTMLElement} box
 */
function scrollTo(chip, box) {
  const [here, room] = [chip.getBoundingClientRect(), box.getBoundingClientRect()];
  if (here.top >= room.top && here.bottom <= room.bottom) return;
  box.scrollTop += here.top - room.top - (room.height - here.height) / 2;
}

/**
 * The chip on the line above or below that is nearest.
 *
 * @param {HTMLElement[]} chips
 * @param {number} here
 * @param {1 | -1} step
 */
function nextLine(chips, here, step) {
  const box = (/** @type {number} */ index) => chips[index].getClientRects()[0];
  const from = box(here);
  let found = here;
  let line = null;
  for (let at = here + step; at >= 0 && at < chips.length; at += step) {
    const { top } = box(at);
    if (Math.abs(top - from.top) < from.height / 2) continue;
    line ??= top;
    if (Math.abs(top - line) > from.height / 2) break;
    const distance = (/** @type {number} */ index) => Math.abs(box(index).left - from.left);
    if (found === here || distance(at) < distance(found)) found = at;
  }
  return found;
}
