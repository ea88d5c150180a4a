// Draws the vocabulary and the history.

import { fillTemplate, make, setAttributes } from "../components/dom.js";
import { patch, scrollIntoBox } from "../components/items.js";
import { cellsOf } from "./space_needed.js";
import { hiddenCount, spokenSentence, tokenText } from "./token_text.js";
import { fitSide, overflowingItems } from "./presentation_fit.js";
import { MOST_STATIONS } from "./stations.js";
import { captioned, chip, equation, nameOf } from "./token.js";
import { Trend } from "./trend.js";

/** @import {Entry} from "../components/items.js" */
/** @import {Frame, HistoryItem, Lesson} from "../lessons/contract" */
/** @import {View} from "./frame_view.js" */

const AROUND = 2; // characters: what a token takes besides its text
const COMING = 2; // steps listed that come next
const MOST_BOXES = 48; // a larger vocabulary has no boxes for tokens to come

export class VocabularyPanel {
  title = make("h2");
  #knownMore = make("p.more");
  known = make("div.chips", { tabindex: 0, role: "group" });
  #pastTitle = make("h2");
  #pastMore = make("p.more");
  #past = make("ol.merges");
  #trend = new Trend();
  #boxes = 0; // the final number of boxes; 0 without any
  #most = Infinity; // rows of the history that may have room,
  #undrawn = 0; // and merges without a row
  #known = make("section.known", this.title, this.#knownMore, this.known);
  #history = make("section.history", this.#pastTitle, this.#pastMore, this.#past);
  element = make("div.side", this.#known, this.#history, this.#trend.element);

  constructor(/** @type {(step: number) => void} */ jump) {
    this.jump = jump;
  }

  /** Prepare for another lesson. @param {View} view */
  begin(view) {
    const { lesson } = view;
    const firsts = isListed(lesson) ? lesson.merges.map(({ parts: [part] }) => cellsOf(tokenText(view, part))) : [];
    this.#past.style.setProperty("--part", `${Math.max(0, ...firsts)}`);
    this.#pastTitle.textContent = lesson.labels.merges;
    this.#boxes = boxesOf(lesson);
    this.known.classList.toggle("boxes", this.#boxes > 0);
    this.#known.hidden = isListed(lesson);
    this.#trend.begin(lesson);
  }

  draw(/** @type {View} */ view) {
    this.#drawKnown(view);
    this.#drawPast(view);
    this.#trend.draw(view);
    // If no pairs are left, it takes their place.
    const ended = view.type > 0 && !view.frame.candidates.length;
    if (ended === this.element.classList.contains("ended")) return;
    setAttributes(this.element, { classes: { ended } });
    // The history's height has changed: measure again, without the line that counts hidden rows.
    setAttributes(this.#past, { classes: { over: false } });
    this.#pastMore.textContent = "";
  }

  // Bring the newest token into view. It is not the last one if tokens merge within a word.
  /** @param {View} view */
  follow({ frame, lesson }) {
    const growing = frame.fresh !== null || frame.chips.length > lesson.frames[0].chips.length;
    const heights = [growing ? this.known.scrollHeight : 0, this.#past.scrollHeight];
    [this.known.scrollTop, this.#past.scrollTop] = heights;
    if (isListed(lesson))
      scrollIntoBox(this.#past, this.#past.querySelector("[aria-current]") ?? this.#past.firstElementChild, 0.5);
  }

  /** @param {View} view */
  #drawKnown({ frame, ...view }) {
    this.title.textContent = frame.titles[0];
    setAttributes(this.known, { "aria-label": frame.titles[0] });
    const dropped = new Set(frame.dropped);
    /** @type {Entry[]} */
    const chips = frame.chips.map(([number, caption]) => {
      const look = number === frame.fresh ? "new-token" : dropped.has(number) ? "dropped" : "";
      const below = this.#boxes ? `${view.lesson.tokens[number][2] ?? ""}` : caption;
      const key = `${view.version} ${nameOf(view, number)} ${look} ${below}`;
      return [key, () => captioned(chip(view, number, look), below)];
    });
    for (let id = chips.length; id < this.#boxes; id++) chips.push([`box ${id}`, () => box(id)]);
    this.#knownMore.textContent = hiddenCount(view.lesson, frame.hidden);
    patch(this.known, chips);
  }

  #drawPast(/** @type {View} */ view) {
    const { lesson, frame, step, isQuestion } = view;
    const { merges, firstMerge, labels, steps } = lesson;
    /** @type {(text: string) => Entry} */
    const line = (text) => [text, () => make("li.more", text)];
    const done = merges.slice(0, Math.max(0, step - firstMerge));
    const first = isListed(lesson) ? 0 : Math.max(0, done.length - this.#most);
    /** @type {Entry[]} */
    const items = done.slice(first).map((past, index) => {
      const rank = firstMerge + first + index + 1;
      return [`${view.version} ${rank} ${rank === step}`, () => this.#item(view, past, rank)];
    });
    this.#undrawn = firstMerge + first;
    const count = firstMerge.toLocaleString(labels.locale);
    if (firstMerge && !first) items.unshift(line(fillTemplate(labels.earlier, { count })));
    if (isListed(lesson)) {
      // The last row says how many there are.
      const until = steps > MOST_STATIONS ? Math.max(step + COMING, MOST_STATIONS - 1) : steps;
      const count = merges[0].value && "?"; // a place for the count, if rows have one
      merges.slice(step, until).forEach(({ parts: [part] }, index) => {
        const rank = make("span.rank", (step + index + 1).toLocaleString(labels.locale));
        items.push([
          `coming ${step + index}`,
          () => make("li.coming", rank, chip(view, part), "→ ?", make("span.count", count)),
        ]);
      });
      if (until < steps) items.push(line(frame.titles[0]));
    }
    const none = !steps ? labels.noSteps : isQuestion ? labels.noneBeforeGuess : labels.noMerges;
    patch(this.#past, items.length ? items : [line(none)]);
  }

  #item(/** @type {View} */ view, /** @type {HistoryItem} */ past, /** @type {number} */ rank) {
    const attributes = {
      "aria-current": rank === view.step ? "step" : null,
      "aria-label": past.spoken && spokenSentence(view, past.spoken),
      onclick: () => this.jump(rank),
    };
    const number = past.rank ? null : make("span.rank", rank.toLocaleString(view.lesson.labels.locale));
    const joined = make("span.equation", ...equation(view, past));
    return make("li", make("button", attributes, number, joined, make("span.count", past.rank ?? past.value)));
  }

  /** Show all, in the type size of the styles. */
  showAll() {
    this.#most = Infinity;
    this.#pastMore.textContent = "";
    this.#trend.element.hidden = true;
    for (const section of [this.#known, this.#history]) {
      section.style.fontSize = "";
      section.classList.remove("cut");
    }
    for (const item of this.element.querySelectorAll(".out-of-view")) item.classList.remove("out-of-view");
  }

  /** Fit the panel to the largest content it has in this lesson. @param {View} view */
  size(view) {
    const { frames, steps, tokens } = view.lesson;
    const widths = tokens.map((_, number) => AROUND + tokenText(view, number).length);
    const widthOf = (/** @type {Frame} */ { chips }) => chips.reduce((sum, [number]) => sum + widths[number], 0);
    const most = (/** @type {Frame} */ one, /** @type {Frame} */ other) =>
      widthOf(other) > widthOf(one) ? other : one;
    const isLong = isListed(view.lesson) && steps > MOST_STATIONS;
    const last = isLong ? MOST_STATIONS - COMING : steps; // more would be too small
    this.draw({ ...view, frame: frames.reduce(most), step: last, isQuestion: false });
    fitSide(this.element, view.type, view.isAlone, this.#trend.isNone);
    if (isLong) this.#history.classList.add("cut");
    if (isListed(view.lesson)) return;
    const lowest = Math.min(...[...this.#past.children].map((row) => row.getBoundingClientRect().height));
    const all = this.element.matches(".trended") ? this.element : this.#past; // at the end, it takes the trend's place too
    this.#most = lowest ? Math.ceil(all.clientHeight / lowest) : Infinity; // 0: it isn't shown now
  }

  /** Show how much does not fit. @param {View} view */
  fit({ lesson, frame }) {
    const lists = [this.known, this.#past].map(overflowingItems); // measured before anything is written
    [this.known, this.#past].forEach((list, index) => {
      for (const item of list.children) item.classList.toggle("out-of-view", lists[index].includes(item));
    });
    const [known, past] = lists.map((items) => items.length);
    this.#knownMore.textContent = hiddenCount(lesson, known + frame.hidden);
    // The row that counts earlier merges is the first to be hidden.
    const isCounted = this.#past.firstElementChild?.matches("li.more") ?? false;
    const earlier = !isCounted ? this.#undrawn : past ? this.#undrawn - 1 : 0;
    this.#pastMore.textContent = hiddenCount(lesson, past + earlier);
  }
}

/** Return the final size of a small vocabulary that grows by one token per step, with ids in order; else 0. @param {Lesson} lesson */
function boxesOf({ curves, frames, tokens, steps }) {
  const [first, last] = [frames[0], frames[frames.length - 1]];
  const isGrowing = last.chips.length === first.chips.length + steps && frames.length === steps + 1;
  const inOrder = last.chips.every(([number], place) => tokens[number][2] === place);
  return curves && isGrowing && inOrder && last.chips.length <= MOST_BOXES ? last.chips.length : 0;
}

/** Whether the history also lists upcoming steps; for a long text, only the next ones. @param {Lesson} lesson */
export const isListed = ({ listed, steps }) => listed === true && steps > 0;

/** Create the box of a token to come. @param {number} id */
const box = (id) => make("span.captioned", { "aria-hidden": true }, make("span.vacant"), make("span.caption", `${id}`));
