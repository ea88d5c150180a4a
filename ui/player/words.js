// Draws the words, cut into the tokens of a step.

import { fill, find, make, patch, scrollInto, setAttributes } from "../components/dom.js";
import { seenIn } from "./motion.js";
import { framesOf, notShown, spoken, unitsOf, written } from "./names.js";
import { chip } from "./token.js";

/** @import {Entry} from "../components/dom.js" */
/** @import {Notation} from "../components/notation.js" */
/** @import {Lesson, WordRow} from "./contract" */
/** @import {Placed} from "./motion.js" */
/** @import {View} from "./picture.js" */

/** @type {WeakMap<Element, WordRow>} The words that elements show. */
export const rows = new WeakMap();

export class Words {
  title = make("h2");
  #legend = make("p.more");
  #heads = [make("th", { role: "columnheader" }), make("th", { role: "columnheader" })];
  #list = make("tbody", { role: "rowgroup" });
  #more = make("p.more");
  element = make(
    "section.corpus",
    this.title,
    this.#legend,
    make(
      "table",
      { role: "table" },
      make("thead", { role: "rowgroup" }, make("tr", { role: "row" }, ...this.#heads)),
      this.#list,
    ),
    this.#more,
  );

  /** Other tokens or texts. Whether something is said of how they are written. @param {View} view */
  begin({ lesson, notation }) {
    this.#heads[0].textContent = lesson.labels.frequency;
    this.#heads[1].textContent = lesson.labels.word;
    this.#legend.textContent = legendOf(lesson, notation);
    this.#legend.hidden = !this.#legend.textContent;
    return !this.#legend.hidden;
  }

  draw(/** @type {View} */ view) {
    const { lesson, frame, isQuestion, version } = view;
    const { labels } = lesson;
    this.title.textContent = frame.titles[1];
    /** @type {(row: WordRow) => Entry} */
    const entry = (row) => [`${version} ${isQuestion} ${JSON.stringify(row)}`, () => wordRow(view, row)];
    /** @type {(title: string, rows: WordRow[]) => Entry[]} */
    const group = (title, rows) => {
      const head = () =>
        make("tr.group", { role: "row" }, make("th", { colspan: 2, scope: "colgroup", role: "columnheader" }, title));
      return rows.length ? [[title, head], ...rows.map(entry)] : [];
    };
    const places = isQuestion ? [] : frame.places;
    const groups = () => [
      ...group(labels.frequentWords, frame.words),
      ...group(labels.changed, frame.changed),
      ...group(labels.places, places),
    ];
    patch(this.#list, lesson.all ? frame.words.map(entry) : groups());
    const shown = lesson.all ? frame.words : [frame.words, frame.changed, places].flat();
    // One that stays is told anew where it is: the frames of two steps have a row each for the same word.
    const elements = [...this.#list.children].filter(({ className }) => className !== "group");
    elements.forEach((element, place) => rows.set(element, shown[place]));
  }

  /** Where they scroll, as on a phone: bring what happens into sight. */
  follow() {
    scrollInto(this.#list, this.#list.querySelector(".hit") ?? this.#list.querySelector(".fresh"));
  }

  /** Where they scroll the keyboard reaches them: nothing in them takes it. */
  reach() {
    const { scrollHeight, clientHeight } = this.#list;
    if (getComputedStyle(this.#list).overflowY === "auto" && scrollHeight > clientHeight) this.#list.tabIndex = 0;
    else this.#list.removeAttribute("tabindex");
  }

  /** Those in sight that change at a step, and where their tokens are. */
  placed() {
    /** @type {Map<WordRow, Placed>} */ const found = new Map();
    const room = this.#list.getBoundingClientRect();
    for (const element of this.#list.children) {
      const row = rows.get(element);
      if (!row || !(row.hits.length || row.fresh.length)) continue;
      const { top, bottom, height } = element.getBoundingClientRect();
      if (!height || top < room.top - 1 || bottom > room.bottom + 1) continue;
      found.set(row, { row, tokens: seenIn(element) });
    }
    return found;
  }

  /** What the words in sight add to the count of what comes next, and where that stands: so many of them. */
  adding(/** @type {number} */ most) {
    const room = this.#list.getBoundingClientRect();
    /** @type {[string, HTMLElement][]} */ const found = [];
    for (const element of this.#list.children) {
      const adds = rows.get(element)?.adds;
      if (!adds || found.length === most) continue;
      const { top, bottom, height } = element.getBoundingClientRect();
      if (height && top >= room.top - 1 && bottom <= room.bottom + 1) found.push([adds, find(element, ".frequency")]);
    }
    return found;
  }

  /** Show all. */
  unfit() {
    this.#more.textContent = "";
    for (const row of this.#list.children) row.toggleAttribute("hidden", false);
  }

  /** Hide all but so many rows, and say how many: those are seen first where something happens. */
  fit(/** @type {number} */ most, /** @type {Lesson} */ lesson) {
    const all = [...this.#list.children];
    const happens = (/** @type {Element} */ row) => row.querySelector(".hit, .fresh") !== null;
    const wanted = all.length > most ? [...all.filter(happens), ...all.filter((row) => !happens(row))] : all;
    all.forEach((row) => row.toggleAttribute("hidden", wanted.indexOf(row) >= most));
    const shown = wanted.slice(0, most);
    const table = find(this.element, "table");
    // The line that counts them takes some of the room.
    const tell = () => (this.#more.textContent = notShown(lesson, all.length - shown.length));
    for (tell(); shown.length > 1 && table.scrollHeight > table.clientHeight + 1; tell()) {
      setAttributes(/** @type {Element} */ (shown.pop()), { hidden: true });
    }
  }
}

// How to read what is written; the lesson says it for byte symbols.
/** @type {(lesson: Lesson, notation: Notation) => string} */
const legendOf = ({ legend, usual, labels }, notation) =>
  notation === "symbols" ? legend : legend && notation === "text" && usual === "text" ? labels.parts : "";

/** A word as it is shown: at a question, nothing tells where something happens next. @type {(view: View, row: WordRow) => WordRow} */
const seen = ({ isQuestion }, row) => (isQuestion ? { ...row, hits: [] } : row);

// A word, or a place in it, in tokens. Those in which a character is cut are in one frame, with the character before
// them. What merges next may begin or end within it: so each of its tokens has a part of the frame.
/** @type {(view: View, row: WordRow) => Array<Element | string>} */
export function cut(view, row) {
  const { tokens, fresh, before, after, groups } = seen(view, row);
  const frames = framesOf(groups);
  const at = (/** @type {number} */ place) => {
    const token = chip(view, tokens[place], fresh.includes(place) ? "fresh" : "");
    const frame = frames.get(place);
    return frame ? make("span.frame", { classes: { end: place === frame[1] - 1 } }, token) : token;
  };
  const name = (/** @type {number} */ place) => {
    const [first, last, text] = frames.get(place) ?? [];
    if (first !== place) return "";
    const parts = tokens.slice(first, last).map((number) => written(view, number));
    const title = fill(view.lesson.labels.cut, { text, tokens: parts.join(" | ") });
    return make("span.frame.whole", { title }, text);
  };
  const units = unitsOf(seen(view, row)).flatMap(([one, two]) => [
    name(one),
    two === undefined ? at(one) : make("span.hit", at(one), name(two), at(two)),
  ]);
  return [before && `${before} `, ...units, after && ` ${after}`];
}

/** @type {(view: View, row: WordRow) => string[]} The same as it is read out, a text for what stays together. */
export function readOut(view, row) {
  const { labels } = view.lesson;
  const frames = framesOf(row.groups);
  const at = (/** @type {number} */ place) => {
    const [first, , text] = frames.get(place) ?? [];
    const token = spoken(view, row.tokens[place]);
    return first === place ? fill(labels.cut, { text, tokens: token }) : token;
  };
  return unitsOf(seen(view, row)).map(([one, two]) => {
    if (two !== undefined) return fill(labels.spokenHit, { tokens: `${at(one)} ${at(two)}` });
    return row.fresh.includes(one) ? fill(labels.spokenFresh, { token: at(one) }) : at(one);
  });
}

/** @type {(view: View, row: WordRow) => Element} A row with a word. */
function wordRow(view, row) {
  const { label, fresh, offered } = row;
  const { hits } = seen(view, row);
  const classes = {
    quiet: !offered && !view.isQuestion && !hits.length && !fresh.length,
    touched: hits.length > 0,
    unlabelled: !label,
  };
  const sight = make("span", { "aria-hidden": true }, ...cut(view, row));
  const sound = make("span.read", readOut(view, row).join(view.lesson.labels.comma));
  return make(
    "tr",
    { role: "row", classes },
    make("td.frequency", { role: "cell" }, label),
    make("td.row", { role: "cell" }, sight, sound),
  );
}
