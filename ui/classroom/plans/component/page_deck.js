// Presents a page without a player: one idea per screen, in the largest type that fits. The elements belong to the page
// and stay where they are; those not on the current screen are hidden.

import {
  BLOCK,
  ELEMENT,
  MARKDOWN,
  PAGE_BLOCK,
  PAGE_LINK,
  ROW,
  SCROLLED as MAIN,
  WIDGET_LABEL,
} from "../../../base/streamlit_internals/selectors.js";
import { typeSizeFor } from "../../../player/presentation_fit.js";

/** @typedef {{element: HTMLElement, isHeading: boolean}} Unit Shown or hidden as a whole. */
/** @typedef {{element: HTMLElement, units: Unit[]}} Group Only lays out units. */

const PAGE_TITLE = ".st-key-bpe_lab_stage"; // the title, which is on every screen
const HIDDEN = "data-bpe-lab-off"; // used in the styles of presented pages
const SIZES = [1.7, 1.5, 1.35, 1.2, 1.1, 1, 0.9]; // type sizes, relative to the stage's
const MIN_HEIGHT = 4; // pixels: elements that are less high draw nothing
const MAX_TRIES = 20;
const SCROLL_SHARE = 0.85; // of a screen, for a single element that is higher
const OMITTED = "details:not([open]), [class*='st-key-bpe_lab_screen_']"; // collapsed parts, and parts only for a desk

// Return the indexes of the units on each screen: as many as fit, and a new screen for each heading.
/** @type {(units: Array<{height: number, isHeading: boolean}>, room: number, gap: number) => number[][]} */
export function screensOf(units, room, gap) {
  /** @type {number[][]} */ const screens = [];
  let used = Infinity;
  units.forEach(({ height, isHeading }, place) => {
    const screen = screens.at(-1) ?? [];
    const isAlone = screen.every((index) => units[index].isHeading); // a heading goes with what follows it
    if (screen.length && isAlone ? true : !isHeading && used + gap + height <= room) {
      screen.push(place);
      used += gap + height;
    } else {
      screens.push([place]);
      used = height;
    }
  });
  return screens;
}

export class PageDeck {
  /** @type {Unit[]} */ #units = [];
  /** @type {Group[]} */ #groups = [];
  /** @type {number[][]} */ #screens = [];
  #screen = 0;
  #isOn = false;
  #isLayoutDue = false;
  #isFromEnd = false; // keep showing the last screen, however the page grows, until the next press
  #announced = "";
  #title = "";
  #mutationObserver = new MutationObserver((records) => {
    if (records.some(({ target }) => target instanceof Element && target.matches(BLOCK))) this.#scheduleLayout();
  });
  #resizeObserver = new ResizeObserver(() => this.#onResize());
  /** @type {Element[]} */ #empty = []; // may still draw something
  #layouts = 0; // new layouts since the last press

  /** @param {(text: string) => void} announce called with a screen's text, for phones */
  constructor(announce) {
    this.announce = announce;
  }

  /** Present the current page, from its first screen or its last. @param {boolean} fromEnd @param {string} title as phones show it */
  begin(fromEnd, title) {
    this.end();
    this.#title = title;
    this.#isOn = true;
    this.#announced = "";
    this.#layouts = 0;
    this.#screen = 0;
    this.#isFromEnd = fromEnd;
    this.layout();
  }

  /** Show the whole page again. */
  end() {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#mutationObserver.disconnect();
    this.#resizeObserver.disconnect();
    for (const element of document.querySelectorAll(`[${HIDDEN}]`)) element.removeAttribute(HIDDEN);
    document.documentElement.style.removeProperty("font-size");
  }

  /** Show the next or previous part of the page; returns whether there is one. @param {number} by */
  step(by) {
    if (!this.#isOn) return false;
    this.#isFromEnd = false;
    const box = mainBox();
    const before = box?.scrollTop ?? 0;
    box?.scrollBy({ top: by * SCROLL_SHARE * box.clientHeight, behavior: "instant" });
    if (box && Math.abs(box.scrollTop - before) > 1) return true;
    if (!this.#screens[this.#screen + by]) return false;
    this.#screen += by;
    this.#layouts = 0;
    this.#show();
    box?.scrollTo({ top: by > 0 ? 0 : box.scrollHeight, behavior: "instant" });
    return true;
  }

  /** Divide the page into screens for the size of the window. */
  layout() {
    const page = document.querySelector(PAGE_BLOCK);
    const box = mainBox();
    if (!this.#isOn || !page || !box) return;
    for (const element of document.querySelectorAll(`[${HIDDEN}]`)) element.removeAttribute(HIDDEN);
    setTypeSize(1);
    [this.#units, this.#groups, this.#empty] = [[], [], []];
    const omitted = this.#collectUnits(page);
    for (const element of omitted) element.setAttribute(HIDDEN, "");
    const gap = parseFloat(getComputedStyle(page).rowGap) || 0;
    const { paddingTop, paddingBottom } = getComputedStyle(/** @type {Element} */ (page.parentElement));
    const title = document.querySelector(PAGE_TITLE)?.getBoundingClientRect().height ?? 0;
    const room = box.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom) - title - gap;
    const sizes = this.#units.map(({ element, isHeading }) => ({
      height: element.getBoundingClientRect().height,
      isHeading,
    }));
    this.#screens = screensOf(sizes, room, gap);
    const last = Math.max(0, this.#screens.length - 1);
    this.#screen = this.#isFromEnd ? last : Math.min(this.#screen, last);
    this.#show();
    this.#mutationObserver.observe(page, { childList: true, subtree: true });
  }

  #scheduleLayout() {
    if (this.#isLayoutDue) return;
    this.#isLayoutDue = true;
    requestAnimationFrame(() => {
      this.#isLayoutDue = false;
      this.layout();
    });
  }

  // Collect the units of a block, descending into blocks that only lay out others; returns elements to leave out.
  /** @param {Element} block @returns {HTMLElement[]} */
  #collectUnits(block) {
    /** @type {HTMLElement[]} */ const omitted = [];
    for (const element of /** @type {HTMLCollectionOf<HTMLElement>} */ (block.children)) {
      if (element.querySelector(PAGE_TITLE)) continue;
      if (element.getBoundingClientRect().height < MIN_HEIGHT) {
        this.#empty.push(element);
        continue;
      }
      const inner = element.matches(`${ELEMENT}, ${ROW}`) ? null : innerBlock(element);
      if (isOmitted(element)) omitted.push(element);
      else if (inner) {
        const before = this.#units.length;
        omitted.push(...this.#collectUnits(inner));
        const units = this.#units.slice(before);
        if (units.length) this.#groups.push({ element, units });
        else omitted.push(element);
      } else this.#units.push({ element, isHeading: element.querySelector("h2, h3, h4") !== null });
    }
    return omitted;
  }

  #show() {
    const shown = new Set((this.#screens[this.#screen] ?? []).map((place) => this.#units[place]));
    for (const unit of this.#units) unit.element.toggleAttribute(HIDDEN, !shown.has(unit));
    for (const { element, units } of this.#groups)
      element.toggleAttribute(HIDDEN, !units.some((unit) => shown.has(unit)));
    this.#fit();
    this.#resizeObserver.disconnect();
    for (const element of [...[...shown].map((unit) => unit.element), ...this.#empty])
      this.#resizeObserver.observe(element);
    const text = [`# ${this.#title}`, ...[...shown].flatMap(({ element }) => sentencesOf(element))].join("\n");
    if (text !== this.#announced) this.announce(text);
    this.#announced = text;
  }

  // Something on the screen was resized, or an empty element has drawn something.
  #onResize() {
    const isNew = this.#empty.some((element) => element.getBoundingClientRect().height >= MIN_HEIGHT);
    const fits = this.#fit() || (this.#screens[this.#screen] ?? []).length < 2;
    if ((fits && !isNew) || this.#layouts > MAX_TRIES) return;
    this.#layouts += 1;
    this.layout();
  }

  /** Choose the type size; returns whether the whole screen fits. */
  #fit() {
    const box = mainBox();
    if (!this.#isOn || !box) return true;
    const fits = SIZES.some((size) => {
      setTypeSize(size);
      return box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1;
    });
    if (!fits) setTypeSize(1); // it has to scroll anyway
    return fits;
  }
}

/** @returns {HTMLElement | null} */
const mainBox = () => document.querySelector(MAIN);

/** @param {number} size */
const setTypeSize = (size) =>
  document.documentElement.style.setProperty(
    "font-size",
    `${size * typeSizeFor(innerWidth, innerHeight)}px`,
    "important",
  );

/** Return the inner block of an element that only lays out others, if any. @param {Element} element */
const innerBlock = (element) => element.querySelector(`:scope > ${BLOCK}`) ?? null;

// Links to elsewhere are of no use on a screen either.
/** @param {Element} element */
function isOmitted(element) {
  if (element.matches(OMITTED) || element.querySelector(`:scope > ${OMITTED.replaceAll(", ", ", :scope > ")}`))
    return true;
  if (element.querySelector("details:not([open])") && !element.querySelector(`${ELEMENT}:not(details *)`)) return true;
  const parts = [...element.querySelectorAll(ELEMENT)].concat(element.matches(ELEMENT) ? [element] : []);
  return parts.length > 0 && parts.every((part) => part.querySelector(PAGE_LINK));
}

/** Return the sentences of an element, with the Markdown that texts for a class may have. @param {Element} element @returns {string[]} */
const sentencesOf = (element) =>
  [...element.querySelectorAll(`${MARKDOWN} :is(h2, h3, h4, p, li)`)]
    .filter((part) => !part.closest(`label, button, a, ${WIDGET_LABEL}`))
    .map((part) => `${part.matches("li") ? "- " : part.matches("p") ? "" : "# "}${part.textContent?.trim() ?? ""}`);
