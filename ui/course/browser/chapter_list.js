// The chapters as a rail: the parts of the course, with the pages that belong between chapters, and marks for completed,
// missed and essential chapters and for where the learner stopped. If there is no room for it next to the text, a button
// opens it.

import { fillTemplate, findOne, isPlainClick, make, setAttributes, withUnbrokenNames } from "../../components/dom.js";
import { icon } from "../../components/icons.js";
import { focusedIn, scrollIntoBox } from "../../components/items.js";
import { isLastMissed } from "../../components/progress/leitner.js";

import { exerciseNames, resultName, quizTitle, storedResult } from "./review_quiz.js";

/** @import {CoursePosition, CoursePayload} from "../contract" */
/** @import {CourseProgress} from "../../components/contract" */
/** @typedef {{go: (key: string, mixed: boolean) => void, forget: () => void, present: () => void, hrefOf: (address: string) => string, openPage?: (href: string) => void}} ListActions */
/** @typedef {CoursePayload["chapters"][number]} Chapter */
/** @typedef {{done: string[], held: CourseProgress, stopped: string}} Known What is done, all that is kept, and the chapter where the learner stopped. */

const ESSENTIAL = "★";

/** Draw an icon with a text for screen readers. @param {string} name @param {string} sign @param {string} description */
const mark = (name, sign, description) =>
  make(`span.${name}`, { role: "img", "aria-label": description, title: description }, sign);

/** Whether an exercise of a chapter was missed and comes back. @param {Chapter} chapter @param {CourseProgress} held */
const isMissedIn = (chapter, { boxes }) =>
  exerciseNames(chapter).some((name) => Object.hasOwn(boxes, name) && isLastMissed(boxes[name]));

/** Return the address of a chapter. @param {CoursePayload} course @param {string} key */
export const chapterAddress = ({ page, parameter }, key) => `${page}?${parameter}=${key}`;

export class ChapterList {
  element = make("nav.chapters");
  steps = make("div.steps"); // links to the previous and next chapter, and Present
  #present;
  #places = make("button.places"); // opens the list if there is no room for it
  #open = false;
  #shown = ""; // the chapter shown last
  /** @type {Map<string, boolean>} Parts that the learner opened or closed. */
  #folded = new Map();

  /** @param {CoursePayload} course @param {HTMLElement} choice switch for whether the question comes first @param {ListActions} actions */
  constructor(course, choice, actions) {
    this.course = course;
    this.choice = choice;
    this.actions = actions;
    const { chapters, present, presentKey } = course.labels;
    const key = make("kbd", { "aria-hidden": true }, "F");
    this.#present = make(
      "button.present",
      { onclick: actions.present, title: presentKey },
      icon("present"),
      present,
      key,
    );
    this.element.setAttribute("aria-label", chapters);
    this.element.onkeydown = ({ key }) => {
      if (key !== "Escape" || !this.#open) return;
      this.#unfold(false);
      this.#places.focus();
    };
  }

  /** @param {CoursePosition} at @param {Known} known */
  show(at, known) {
    const { chapters, labels, about, progress } = this.course;
    const { key } = at;
    const index = chapters.findIndex((chapter) => chapter.key === key);
    if (this.#shown !== key) {
      this.#open = false;
      this.#folded.clear();
    }
    this.#shown = key;
    const wasFocused = this.element.contains(focusedIn(this.element));
    const counted = fillTemplate(progress, { done: known.done.length, all: chapters.length });
    const again = make(
      "details.again",
      make("summary", labels.again),
      make("button", { onclick: this.actions.forget }, labels.forget),
    );
    const hasKept = Object.values(known.held).some((one) => Object.keys(one).length);
    const hasMissed = chapters.some((chapter) => isMissedIn(chapter, known.held));
    const share = `inline-size: ${(100 * known.done.length) / chapters.length}%`;
    const list = make(
      "div.list",
      about ? make("p", about) : null,
      make(
        "div.progress",
        make("span.counted", counted),
        make("span.meter", make("i", { style: share })),
        this.#path(known),
        make("p.meaning", hasMissed ? `${labels.doneMeans} ${labels.missedMeans}` : labels.doneMeans),
      ),
      ...this.#parts(at, known),
      make("div.foot", this.choice, hasKept ? again : null),
    );
    const of = fillTemplate(labels.of, { place: index + 1, all: chapters.length });
    const onclick = () => this.#unfold(!this.#open);
    this.element.replaceChildren(list);
    this.#places = make("button.places", { onclick, title: labels.chapters }, of);
    this.#unfold(this.#open);
    const current = list.querySelector("[aria-current]");
    scrollIntoBox(list, current, 0.5);
    if (wasFocused && current instanceof HTMLElement) current.focus({ preventScroll: true });
    this.steps.replaceChildren(
      this.#places,
      this.#beside(index - 1, "←", labels.back),
      this.#beside(index + 1, "→", labels.next),
      this.#present,
    );
  }

  /** Present by key, where the button is shown; returns whether it did. */
  present() {
    if (!this.#present.checkVisibility()) return false;
    this.actions.present();
    return true;
  }

  /** @param {boolean} open */
  #unfold(open) {
    this.#open = open;
    this.element.classList.toggle("open", open);
    setAttributes(this.#places, { "aria-expanded": open });
    if (open) findOne(this.element, "[aria-current]").focus({ preventScroll: true });
  }

  /** Return how much of the essential path is done. @param {Known} known */
  #path({ done }) {
    const { essential, walked } = this.course;
    if (!walked) return "";
    const count = essential.filter((key) => done.includes(key)).length;
    return make("span.path", ESSENTIAL, " ", fillTemplate(walked, { done: count }));
  }

  /** @param {CoursePosition} at @param {Known} known */
  #parts(at, known) {
    const { parts, chapters } = this.course;
    if (!parts.length) return [make("ol", ...chapters.map((_chapter, index) => this.#item(index, at, known)))];
    return parts.map((_part, number) => this.#part(number, at, known));
  }

  /** @param {number} number @param {CoursePosition} at @param {Known} known */
  #part(number, at, known) {
    const { chapters, parts } = this.course;
    const { title, purpose, pages } = parts[number];
    const indices = chapters.flatMap(({ part }, index) => (part === number ? [index] : []));
    const linked = (/** @type {string} */ after) =>
      pages.filter((page) => page.after === after).map((page) => make("li", this.#page(page)));
    const items = indices.flatMap((index) => [this.#item(index, at, known), ...linked(chapters[index].key)]);
    const isHere = indices.some((index) => chapters[index].key === at.key);
    const ends = new Set([...indices.slice(0, 1), ...indices.slice(-1)]);
    const count = [...ends].map((index) => index + 1).join("–");
    const details = make(
      "details.part",
      { open: this.#folded.get(title) ?? isHere },
      make("summary", make("span.name", title), make("span.count", count)),
      purpose ? make("p.purpose", purpose) : null,
      make("ol", ...linked(""), ...items),
    );
    details.ontoggle = () => this.#folded.set(title, details.open);
    return details;
  }

  /** @param {number} index @param {CoursePosition} at @param {Known} known */
  #item(index, { key, mixed }, { done, held, stopped }) {
    const { chapters, labels, essential } = this.course;
    const chapter = chapters[index];
    const isHere = chapter.key === key;
    const isMissed = isMissedIn(chapter, held);
    const isDone = done.includes(chapter.key);
    const state = isDone ? "done" : isHere ? "here" : stopped === chapter.key ? "stopped" : "open";
    const shown = make("span.place", isDone ? mark("mark", "✓", labels.done) : `${index + 1}`);
    const name = make("span.name", ...withUnbrokenNames(chapter.title));
    if (isMissed) name.append("\u00a0", mark("missed", "↺", labels.missed));
    if (essential.includes(chapter.key)) name.append("\u00a0", mark("essential", ESSENTIAL, labels.essential));
    if (chapter.sign) name.append(make("span.sign.token", chapter.sign));
    if (!isHere && stopped === chapter.key) name.append(make("span.note", labels.stopped));
    const link = this.#link(chapter, [shown, name], isHere && !mixed);
    return make(`li.${state}`, link, ...this.#quiz(index, isHere && mixed, held));
  }

  /** Return the link to the quiz after every fourth chapter and the last. @param {number} index @param {boolean} isCurrent @param {CourseProgress} held */
  #quiz(index, isCurrent, { done }) {
    const { labels, chapters } = this.course;
    const text = quizTitle(chapters, index, labels);
    if (!text) return [];
    const [chapter, kept] = [chapters[index], resultName(chapters[index].key)];
    const note = Object.hasOwn(done, kept) ? make("span.note", storedResult(done[kept], labels.result)) : null;
    const parts = [make("span.place", "?"), make("span.name", text, note)];
    const link = this.#link(chapter, parts, isCurrent, true);
    link.classList.add("quiz-link");
    return [link];
  }

  /** Return the link to another page of the course. @param {{text: string, href: string}} link */
  #page({ text, href }) {
    const { openPage, hrefOf } = this.actions;
    const address = hrefOf(href);
    const onclick = (/** @type {MouseEvent} */ event) => {
      if (!openPage || !isPlainClick(event)) return;
      event.preventDefault();
      openPage(address);
    };
    return make(
      "a.page",
      { href: address, onclick },
      make("span.place", { "aria-hidden": "true" }, "→"),
      make("span.name", text),
    );
  }

  /** Return the link to the previous or next chapter, if there is one. @param {number} index @param {string} sign @param {string} label */
  #beside(index, sign, label) {
    const chapter = this.course.chapters[index];
    if (!chapter) return "";
    const link = this.#link(chapter, [sign], false);
    link.classList.add("beside");
    link.ariaLabel = link.title = fillTemplate(label, { title: chapter.title });
    return link;
  }

  /** @param {Chapter} chapter @param {(Element | string)[]} parts @param {boolean} isCurrent @param {boolean} mixed */
  #link({ key }, parts, isCurrent, mixed = false) {
    const onclick = (/** @type {MouseEvent} */ event) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      this.actions.go(key, mixed);
    };
    const href = this.actions.hrefOf(`${chapterAddress(this.course, key)}${mixed ? "&mixed=1" : ""}`);
    return make("a", { href, onclick, "aria-current": isCurrent ? "page" : null }, ...parts);
  }
}
