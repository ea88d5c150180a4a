// What is shown next to a chapter's text: its lesson, or its texts as tokens. Until the question is answered it gives
// nothing away: the lesson waits at its start, and a text is not cut yet.

import { make, setAttributes } from "../../components/dom.js";
import { tokenRows } from "../../components/token_rows/token_rows.js";
import { hall } from "../../player/audience.js";
import { costChart } from "./tables.js";

/** @import {Address} from "../../player/host" */
/** @import {Audience} from "../../player/audience.js" */
/** @import {ChapterPayload, CourseLabels} from "../contract" */
/** @import {Means, Played} from "./course_page.js" */

/** The audience of a waiting player: nobody follows it, and its next step is kept back. @type {(waits: () => boolean) => Audience} */
const heldBack = (waits) => ({
  draws: (player) => void (waits() || hall.draws(player)),
  presses: (player, press, isHeld) => waits() || hall.presses(player, press, isHeld),
  keeps: (lesson, step) =>
    waits() ? lesson.frames.some(({ candidates }) => candidates.length) || null : hall.keeps(lesson, step),
  asksElse: (lesson, step) => !waits() && hall.asksElse(lesson, step),
});

// The address for a waiting player: a step in it only counts once the lesson goes on.
/** @type {(address: Address, waits: () => boolean) => Address} */
export const addressOnceOpen = (address, waits) => ({
  ...address,
  read: () => (waits() ? { ...address.read(), step: null, present: false, code: false } : address.read()),
  write: (here) => void (waits() || address.write(here)),
});

export class LiveLesson {
  element = make("aside.live");
  #waits = false;
  /** @type {Played | null} */ #played = null;

  /** @param {CourseLabels} labels @param {(chapter: ChapterPayload, isOpen: boolean, means: Partial<Means>) => Played | null} play */
  constructor(labels, play) {
    this.labels = labels;
    this.play = play;
    this.element.setAttribute("aria-label", labels.live);
  }

  /** Whether a chapter has anything to show next to its text. @param {ChapterPayload} chapter */
  static has = ({ lesson, rows, chart, sign }) => Boolean(lesson ?? (rows.length || chart || sign));

  /** Show a chapter's lesson, all of it or only its start. @param {ChapterPayload} chapter @param {boolean} isOpen */
  show(chapter, isOpen) {
    this.leave();
    this.#waits = !isOpen;
    const { lesson, sign } = chapter;
    setAttributes(this.element, { classes: { waiting: this.#waits } });
    if (sign && !isOpen) return this.element.replaceChildren(make("div.whole", make("span.token.unknown", sign)));
    if (!lesson) return this.element.replaceChildren(...this.#tokens(chapter, isOpen));
    const waits = () => this.#waits;
    this.#played = this.play(chapter, isOpen, { waits, audience: heldBack(waits) });
    if (!this.#played) return this.element.replaceChildren();
    const { element } = this.#played;
    setAttributes(element, { inert: this.#waits });
    const told = this.#waits ? make("p.waits", this.labels.waits) : null;
    this.element.replaceChildren(make("div.lesson", element), ...(told ? [told] : []));
  }

  /** The question is answered: go on. @param {ChapterPayload} chapter @param {number} step */
  open(chapter, step) {
    if (!this.#played) return this.show(chapter, true);
    this.#waits = false;
    setAttributes(this.element, { classes: { waiting: false } });
    setAttributes(this.#played.element, { inert: false });
    this.element.querySelector(".waits")?.remove();
    this.#played.go(step);
  }

  leave() {
    this.#played?.leave();
    this.#played = null;
    this.element.replaceChildren();
  }

  /** Draw texts as large tokens, or a chart, if there is no lesson. @param {ChapterPayload} chapter @param {boolean} isOpen */
  #tokens({ rows, chart }, isOpen) {
    if (!isOpen) return [];
    if (rows.length) return [make("div.rows.tiles", { tabindex: 0 }, ...tokenRows({ rows, labels: this.labels }))];
    return chart ? [costChart(chart)] : [];
  }
}
