// The chapters as a collapsible list that marks completed ones, with links to the previous and next chapter.

import { fillTemplate, isPlainClick, make } from "../../components/dom.js";

import { resultName, quizTitle, storedResult } from "./review_quiz.js";

/** @import {CoursePosition, CoursePayload} from "../contract" */
/** @import {CourseProgress} from "../../components/contract" */
/** @typedef {{go: (key: string, mixed: boolean) => void, forget: () => void, present: () => void, hrefOf: (address: string) => string}} Means */

export class ChapterList {
  element = make("nav.chapters");
  #shown = ""; // the chapter shown last

  /** @param {CoursePayload} course @param {HTMLElement} choice switch for whether the question comes first @param {Means} means */
  constructor(course, choice, means) {
    this.course = course;
    this.choice = choice;
    this.means = means;
    this.element.setAttribute("aria-label", course.labels.chapters);
  }

  /** @param {CoursePosition} at @param {string[]} done @param {CourseProgress} held */
  show({ key, mixed }, done, held) {
    const { chapters, labels, progress } = this.course;
    const place = chapters.findIndex((chapter) => chapter.key === key);
    const isOpen = this.#shown === key && this.element.querySelector("details")?.open;
    this.#shown = key;
    const links = chapters.map((chapter, number) => {
      const mark = done.includes(chapter.key)
        ? make("span.mark", { role: "img", "aria-label": labels.done }, "✓")
        : null;
      const isHere = chapter.key === key;
      const link = this.#link(chapter, `${number + 1}. ${chapter.title}`, mark, isHere && !mixed);
      return make("li", link, ...this.#quiz(number, isHere && mixed, held));
    });
    const again = make(
      "details.again",
      make("summary", labels.again),
      make("button", { onclick: this.means.forget }, labels.forget),
    );
    const counted = fillTemplate(progress, { done: done.length, all: chapters.length });
    const here = make("span.here", `${place + 1}. ${chapters[place].title}`);
    const list = make(
      "details",
      { open: isOpen ?? false },
      make("summary", here, " ", make("span.counted", counted)),
      make("ol", ...links),
      this.choice,
      Object.values(held).some((one) => Object.keys(one).length) ? again : null,
    );
    const present = make("button.present", { onclick: this.means.present }, labels.present);
    this.element.replaceChildren(
      this.#beside(place - 1, "←", labels.back),
      list,
      this.#beside(place + 1, "→", labels.next),
      present,
    );
  }

  /** Return the list item of the quiz after every fourth chapter and the last. @param {number} place @param {boolean} isCurrent @param {CourseProgress} held */
  #quiz(place, isCurrent, { done }) {
    const { labels, chapters } = this.course;
    const text = quizTitle(chapters, place, labels);
    if (!text) return [];
    const [chapter, kept] = [chapters[place], resultName(chapters[place].key)];
    const told = Object.hasOwn(done, kept) ? make("span.mark", storedResult(done[kept], labels.result)) : null;
    return [this.#link({ ...chapter, href: `${chapter.href}&mixed=1` }, text, told, isCurrent, true)];
  }

  /** Return the link to the previous or next chapter, if there is one. @param {number} place @param {string} sign @param {string} label */
  #beside(place, sign, label) {
    const chapter = this.course.chapters[place];
    if (!chapter) return "";
    const link = this.#link(chapter, sign);
    link.classList.add("beside");
    link.ariaLabel = link.title = fillTemplate(label, { title: chapter.title });
    return link;
  }

  /** @param {CoursePayload["chapters"][number]} chapter @param {string} text @param {Element | null} mark @param {boolean} isCurrent @param {boolean} mixed */
  #link({ key, href }, text, mark = null, isCurrent = false, mixed = false) {
    const onclick = (/** @type {MouseEvent} */ event) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      this.means.go(key, mixed);
    };
    return make("a", { href: this.means.hrefOf(href), onclick, "aria-current": isCurrent ? "page" : null }, text, mark);
  }
}
