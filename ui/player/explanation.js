// Shows what happened in a step and what comes next.

import { isPlainClick, make, setAttributes } from "../components/dom.js";
import { Drawer } from "./drawer.js";
import { inNotation, sentence } from "./token_text.js";
import { lineWidth } from "./space_needed.js";
import { fitType } from "./presentation_fit.js";
import { chip, equation } from "./token.js";

/** @import {NextStepLink} from "../lessons/contract" */
/** @import {Clicks, View} from "./frame_view.js" */

// Type sizes if the lesson fills its place, relative to its own; the first that fits is used.
const SAID = [1.15, 1]; // alone on the screen
const QUESTION = [1.9, 1.7, ...SAID]; // for a question, which is read from afar
const READ = [1.0625, 0.9375]; // on a page
const SMALLEST = 0.8125; // of the type, for a headline on a page
const HIGHEST = 4.4; // type sizes: a higher text gets smaller type,
const MUCH = 10; // and one still higher than this gets more of the width
const SHORT = 24; // em: fits on one line everywhere

/** Whether the next step is still hidden. @param {View} view */
export const isLastStep = ({ beat }) => beat === "merged" || beat === "start";

/** Whether player.css shows the next step in place of the headline. */
const isPhone = () => matchMedia("screen and (max-width: 46rem)").matches;

export class Explanation {
  #headline = make("p.headline", { "aria-hidden": true });
  #sum = make("p.sum");
  #event = make("div.event", this.#headline, this.#sum);
  #ems = 0; // em that fit on the headline
  #done = make("p.done");
  #next = make("p.next");
  #status = make("div", { role: "status", "aria-live": "polite" });
  #longest = make("div.longest", { "aria-hidden": true });
  #tieWhy = make("p.why");
  #tieRules = make("div.rules");
  #tie = new Drawer([this.#tieWhy, this.#tieRules]);
  element = make("div.explanation", this.#event, make("div.message", this.#status, this.#longest));

  /** @param {Clicks} clicks @param {(height: number) => void} onResize called with the height of the longest texts */
  constructor(clicks, onResize) {
    this.clicks = clicks;
    this.#status.append(this.#done, this.#tie.element, this.#next);
    this.#tie.element.classList.add("tie");
    this.#tie.button.className = "badge";
    new ResizeObserver(([{ contentRect }]) => onResize(contentRect.height)).observe(this.#longest);
  }

  /** Prepare for another lesson: reserve room for its longest texts. @param {View} view @param {string[][]} texts */
  begin(view, texts) {
    const { frames, merges, nextStepLinks } = view.lesson;
    const links = nextStepLinks.map(({ text }) => make("span.app-link", `→ ${text}`));
    const { done, next } = frames[frames.length - 1];
    const start = frames[0];
    this.#longest.replaceChildren(
      make("div.begin", make("p", sentence(view, start.done)), make("p", sentence(view, start.next))),
      ...texts.map((paragraphs) => make("div", ...paragraphs.map((text) => make("p", text)))),
      make("div", make("p", sentence(view, done)), make("p", sentence(view, next), ...links)),
    );
    this.#event.classList.toggle("sumless", !merges.some(({ sum }) => sum));
    setAttributes(this.#longest, { classes: { ties: frames.some(({ tie }) => tie) } });
  }

  /** Show that a frame is loading. @param {string} text */
  showWaiting(text) {
    this.#next.textContent = text;
  }

  draw(/** @type {View} */ view) {
    const { lesson, frame, isQuestion, answer, beat } = view;
    this.#done.replaceChildren(...inNotation(view, frame.done));
    const question = view.isEvidence || view.isLocked ? "" : lesson.labels.question;
    const next = isQuestion ? question : answer ? answer.verdict : frame.next;
    this.#next.replaceChildren(...inNotation(view, next));
    if (view.step === lesson.steps) this.#next.append(...lesson.nextStepLinks.map((link) => this.#nextLink(link)));
    const classes = {
      question: isQuestion && !view.isLocked,
      right: answer?.right ?? false,
      wrong: answer ? !answer.right : false,
    };
    setAttributes(this.#next, { classes });
    // Each of the two beats has its own sentence.
    this.#done.hidden = beat === "chosen";
    this.#next.hidden = view.isLocked || (isLastStep(view) && !(isQuestion && beat === "merged"));
    setAttributes(this.element, {
      classes: { guessed: Object.values(classes).includes(true), "kept-back": this.#next.hidden },
    });
    this.headline(view);
    this.#drawTie(view);
    // No room is reserved for questions and verdicts.
    this.#next.style.fontSize = "";
    if (view.type && (answer || isQuestion)) fitType(this.#next, !view.isAlone ? READ : isQuestion ? QUESTION : SAID);
    // Nor for what a lesson that waits says in place of a headline.
    this.#status.style.fontSize = "";
    if (view.type && view.isLocked) fitType(this.#status, [READ[1], SMALLEST]);
  }

  /** Show what became what, and how its number was computed. @param {View} view */
  headline(view) {
    const { lesson, step, beat, isQuestion, type } = view;
    const shown = beat === "chosen" ? step + 1 : step;
    const past = isQuestion && beat === "chosen" ? undefined : lesson.merges[shown - lesson.firstMerge - 1];
    const value = past?.rank ?? past?.value;
    const valued = value ? ["·", make("b", value)] : [];
    /** @param {Array<Node | string>} parts */
    const write = (parts) => {
      this.#headline.replaceChildren(...parts);
      const width = lineWidth(this.#headline);
      this.#headline.style.setProperty("--ems", String(width));
      return width;
    };
    this.#headline.classList.remove("lone");
    const isOpening = !past && (view.isLocked || !isQuestion) && !view.answer && beat !== "chosen";
    const isNextAbove = isOpening && isPhone() && !type && !this.#next.hidden && view.frame.next !== "";
    setAttributes(this.element, { classes: { opening: isOpening, "next-above": isNextAbove } });
    /** @type {Array<Node | string>} */
    const parts = past ? equation(view, past) : [lesson.labels.start];
    let ems = write(isNextAbove ? inNotation(view, view.frame.next) : [...parts, ...valued]);
    if (isNextAbove && this.#overflows()) {
      this.element.classList.remove("next-above"); // it stays where it is at the other steps
      ems = write(parts);
    }
    const isCut = () => (type ? ems > this.#ems : ems > SHORT && this.#overflows());
    // Parts that do not fit are only in the history: all parts of a new token, or the last of the dropped ones.
    const made = typeof past?.made === "number" && isCut() ? chip(view, past.made) : undefined;
    if (made) ems = write([made, ...valued]);
    while (!type && parts.length > 1 && past?.made === null && isCut()) {
      parts.pop();
      ems = write([...parts, "…", ...valued]);
    }
    setAttributes(this.#headline, { classes: { long: type > 0 && ems > this.#ems, lone: made !== undefined } });
    const sum = past?.sum ?? ""; // at the start, what there is has its own headings
    this.#sum.replaceChildren(...inNotation(view, sum));
    this.#sum.title = sentence(view, sum);
  }

  #overflows() {
    return this.#headline.scrollHeight > this.#headline.clientHeight + 1;
  }

  // Choose the largest type in which the longest text is not too high, and measure the room for the headline.
  /** @param {number} type @param {boolean} isAlone */
  size(type, isAlone) {
    this.element.classList.remove("wordy");
    (isAlone ? SAID : READ).some((size) => {
      this.element.style.setProperty("--said", `${size}rem`);
      return this.#longest.offsetHeight <= HIGHEST * type;
    });
    this.element.classList.toggle("wordy", this.#longest.offsetHeight > MUCH * type);
    this.#ems = this.#event.clientWidth / (type * (isAlone ? 1 : SMALLEST));
  }

  #drawTie(/** @type {View} */ view) {
    const { lesson, frame, isQuestion } = view;
    const tie = isQuestion || isLastStep(view) ? null : frame.tie;
    this.#tie.element.classList.toggle("none", !tie);
    if (!tie) return this.#tie.show(false);
    this.#tie.button.textContent = tie.badge;
    this.#tieWhy.replaceChildren(...inNotation(view, tie.reason));
    const again = lesson.rules.map(([key, name]) =>
      make("button", { "aria-pressed": key === tie.rule, onclick: () => this.clicks.chooseTieRule(key) }, name),
    );
    this.#tieRules.replaceChildren(...(again.length ? [make("span", lesson.labels.replay), ...again] : []));
  }

  /** Create a link at the end of a lesson; in another tab or window it opens like any other link. @param {NextStepLink} way */
  #nextLink({ to, text, address }) {
    const onclick = (/** @type {MouseEvent} */ event) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      this.clicks.followLink(to);
    };
    return make("a.app-link", { href: address, onclick }, `→ ${text}`);
  }

  /** Use the type size of the styles. */
  showAll() {
    this.#next.style.fontSize = "";
  }
}
