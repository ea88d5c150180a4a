// What is shown next to a chapter's text: its pictures, its lesson, or its texts as tokens. Until the question is
// answered it gives nothing away: the lesson and the pictures wait at their start, and a text is not cut yet.

import { make, setAttributes } from "../../components/dom.js";
import { linesOf, tokenRows } from "../../components/token_rows/token_rows.js";
import { classHub } from "../../player/audience.js";
import { actionOf } from "../../player/keyboard.js";
import { costChart } from "./tables.js";

/** @import {Row} from "../../components/token_rows/token_rows.js" */
/** @import {Picture, Tried} from "../../components/picture/picture.js" */
/** @import {Address} from "../../player/host" */
/** @import {Audience} from "../../player/audience.js" */
/** @import {ChapterPayload, CourseLabels} from "../contract" */
/** @import {PlayerOptions, CourseHost, CoursePlayer} from "./course_page.js" */

/** The audience of a waiting player: nobody follows it, and its next step stays hidden. @type {(waits: () => boolean) => Audience} */
const waitingAudience = (waits) => ({
  onDraw: (player) => void (waits() || classHub.onDraw(player)),
  handlePress: (player, press, isHeld) => waits() || classHub.handlePress(player, press, isHeld),
  hidesNext: (lesson, step) =>
    waits() ? lesson.frames.some(({ candidates }) => candidates.length) || null : classHub.hidesNext(lesson, step),
  asksOtherQuestion: (lesson, step) => !waits() && classHub.asksOtherQuestion(lesson, step),
});

// The address for a waiting player: a step in it only counts once the lesson goes on.
/** @type {(address: Address, waits: () => boolean) => Address} */
export const addressOnceOpen = (address, waits) => ({
  ...address,
  read: () => (waits() ? { ...address.read(), step: null, present: false, code: false } : address.read()),
  write: (here) => void (waits() || address.write(here)),
});

/** @typedef {{view: number, steps: number[], tried: (Tried | undefined)[]}} ChosenView Which of the pictures, the text and the lesson is shown, the steps of the pictures, and what was tried in them. */

const DENSE = 8; // lines of tokens, above which they are shown without their ids

/** Return a text before it is cut: each line in one piece. @type {(row: Row) => Row} */
const uncut = ({ title, tokens }) => {
  const lines = tokens
    .map(([text, , , ends]) => text + (ends ? "\n" : ""))
    .join("")
    .trimEnd()
    .split("\n");
  return { title, count: "?", tokens: lines.map((line) => [line, "?", null, true]) };
};

/** Return the width of a text in em: Chinese characters and emoji are wider than letters. @param {string} text */
const widthOf = (text) => [...text].reduce((sum, sign) => sum + (sign < "\u2e80" ? 0.61 : 1.1), 0);

/** Return what decides the size of tokens that share the area: the cards, the lines, and the longest line in em. @param {Row[]} rows */
export function roomOf(rows) {
  const lines = rows.flatMap(({ tokens }) => linesOf(tokens));
  const longest = Math.max(...lines.map((line) => line.reduce((sum, [text]) => sum + widthOf(text) + 0.95, 0)));
  const classes = { dense: lines.length > DENSE };
  return { style: `--cards: ${rows.length}; --lines: ${lines.length}; --longest: ${longest.toFixed(1)}`, classes };
}

export class LiveLesson {
  element = make("aside.live");
  #waits = false;
  /** @type {CoursePlayer | null} */ #played = null;
  /** @type {Picture[]} */ #pictures = [];
  /** @type {Picture | null} */ #picture = null; // the one on the screen
  #view = 0; // its number, among the pictures, the text and the lesson
  #text = make("pre.text", { tabindex: 0 }); // the one that the chapter works on

  /** @param {CourseLabels} labels @param {CourseHost["createPicture"]} createPicture @param {(chapter: ChapterPayload, isOpen: boolean, options: Partial<PlayerOptions>) => CoursePlayer | null} createPlayer */
  constructor(labels, createPicture, createPlayer) {
    this.labels = labels;
    this.createPicture = createPicture;
    this.createPlayer = createPlayer;
    this.element.setAttribute("aria-label", labels.live);
  }

  /** Whether a chapter has anything to show next to its text. @param {ChapterPayload} chapter */
  static has = ({ lesson, rows, chart, sign }) => Boolean(lesson ?? (rows.length || chart || sign));

  /** What the reader chose to see. @returns {ChosenView} */
  get chosen() {
    const [steps, tried] = [this.#pictures.map(({ step }) => step), this.#pictures.map(({ tried }) => tried)];
    return { view: this.#view, steps, tried };
  }

  // Show a chapter's pictures or its lesson, all of it or only its start. `step`: of the lesson, if a link names it.
  // `chosen`: what the reader had chosen of this chapter, if it was shown before.
  /** @param {ChapterPayload} chapter @param {boolean} isOpen @param {number} [step] @param {ChosenView} [chosen] */
  show(chapter, isOpen, step = 0, chosen = undefined) {
    this.leave();
    this.#waits = !isOpen;
    setAttributes(this.element, { classes: { waiting: this.#waits } });
    if (chapter.pictures.length) this.#choose(chapter, isOpen, step, chosen);
    else this.#showLesson(chapter, isOpen);
  }

  /** Offer a chapter's pictures, its text and its lesson, one of them at a time. @param {ChapterPayload} chapter @param {boolean} isOpen @param {number} step @param {ChosenView} [chosen] */
  #choose(chapter, isOpen, step, chosen) {
    const container = make("div.view");
    const { labels } = this;
    this.#pictures = chapter.pictures.map((one, at) => {
      const picture = this.createPicture(one);
      picture.restore(chosen?.tried[at]);
      const shown = chosen?.steps[at] ?? (one.dial ? picture.openingStep : picture.last);
      picture.go(isOpen ? Math.max(shown, picture.first) : (chosen?.steps[at] ?? 0));
      picture.onStep = () => classHub.showText(picture.classText, true);
      return picture;
    });
    const views = this.#pictures.map((picture) => () => {
      this.#picture = picture;
      container.replaceChildren(
        picture.element,
        ...(picture.hasSteps ? this.#notice(picture.asks ? labels.clicks : undefined) : []),
      );
    });
    const watch = () => {
      this.#picture = null;
      this.#showLesson(chapter, !this.#waits, container);
    };
    /** @type {[string, () => void][]} */
    const all = views.map((view, at) => [views.length > 1 ? chapter.pictures[at].title : labels.picture, view]);
    const read = () => {
      this.#picture = null;
      container.replaceChildren(this.#text);
    };
    this.#text.textContent = chapter.text;
    if (chapter.text) all.push([labels.text, read]);
    if (chapter.lesson) all.push([labels.watch, watch]);
    const buttons = all.map(([title], at) => make("button", { onclick: () => choose(at) }, title));
    const choose = (/** @type {number} */ at) => {
      this.#played?.leave();
      this.#played = null;
      this.#view = at;
      buttons.forEach((button, other) => button.setAttribute("aria-pressed", String(at === other)));
      all[at][1]();
    };
    const bar = make("div.views", { role: "group", "aria-label": labels.live }, ...buttons);
    this.element.replaceChildren(...(all.length > 1 ? [bar] : []), container);
    choose(chosen?.view ?? (step && chapter.lesson ? all.length - 1 : 0));
  }

  /** Show a chapter's pictures of another text, and that text. @param {ChapterPayload} chapter */
  redraw({ pictures, text }) {
    this.#pictures.forEach((picture, at) => picture.update(pictures[at]));
    this.#text.textContent = text;
  }

  /** Whether a lesson is shown that takes keys. */
  get takesKeys() {
    return this.#played !== null && !this.#waits;
  }

  /** Handle a key in a picture; returns whether it did anything. @param {KeyboardEvent} event @param {(selector: string) => boolean} isOn */
  press(event, isOn) {
    const action = this.#picture && !this.#waits ? actionOf(event, isOn) : undefined;
    const picture = this.#picture;
    if (!picture || !action) return false;
    const { step, last } = picture;
    const moves = new Map(Object.entries({ next: 1, back: -1, first: -step, last: last - step }));
    return picture.turn(moves.get(action) ?? 0);
  }

  /** @param {ChapterPayload} chapter @param {boolean} isOpen */
  #showLesson(chapter, isOpen, container = this.element) {
    const { lesson } = chapter;
    if (!lesson) return container.replaceChildren(...this.#tokens(chapter, isOpen));
    const waits = () => this.#waits;
    this.#played = this.createPlayer(chapter, isOpen, { isWaiting: waits, audience: waitingAudience(waits) });
    if (!this.#played) return container.replaceChildren();
    const { element } = this.#played;
    setAttributes(element, { inert: this.#waits });
    container.replaceChildren(make("div.lesson", element), ...this.#notice());
  }

  /** What a lesson or picture says in place of its controls while it waits. */
  #notice = (text = this.labels.waits) => (this.#waits ? [make("p.waits", text)] : []);

  /** Go on after the question was answered. @param {ChapterPayload} chapter @param {number} step */
  open(chapter, step) {
    if (!this.#played && !this.#pictures.length) return this.show(chapter, true, step);
    this.#waits = false;
    setAttributes(this.element, { classes: { waiting: false } });
    this.element.querySelector(".waits")?.remove();
    for (const picture of this.#pictures) picture.go(picture.openingStep); // what follows is the learner's to step through
    if (!this.#played) return;
    setAttributes(this.#played.element, { inert: false });
    this.#played.go(step);
  }

  leave() {
    this.#played?.leave();
    this.#played = this.#picture = null;
    this.#pictures = [];
    this.element.replaceChildren();
  }

  /** Draw texts as large tokens, or a chart, if there is no lesson; until the question is answered, texts that aren't cut. @param {ChapterPayload} chapter @param {boolean} isOpen */
  #tokens({ rows, chart, sign }, isOpen) {
    const { labels } = this;
    if (rows.length) {
      const shown = tokenRows({ rows: isOpen ? rows : rows.map(uncut), labels });
      return [make("div.rows.tiles", { tabindex: 0, ...roomOf(rows) }, ...shown)];
    }
    if (isOpen) return chart ? [costChart(chart)] : [];
    return sign ? [make("div.whole", make("span.token.unknown", sign))] : [];
  }
}
