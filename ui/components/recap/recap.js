// The key points of each chapter, marked with the progress stored in the browser.

import { isLastMissed } from "../progress/leitner.js";
import { Progress } from "../progress/progress.js";
import { drawing } from "../component.js";
import { fillTemplate, make } from "../dom.js";

/** @import {CourseProgress as Held, RecapLabels, ChapterKeyPoints} from "../contract" */
/** @typedef {{chapters: ChapterKeyPoints[], progress: string, labels: RecapLabels}} Recap */

/** @typedef {"done" | "missed"} State */

const NOTHING = { answers: {}, done: {}, boxes: {} };
const [DONE, MISSED] = /** @type {State[]} */ (["done", "missed"]);
const SIGNS = { done: "✓ ", missed: "↺ " };

export default drawing(".recap", (root, /** @type {Recap} */ { chapters, progress, labels }) => {
  const kept = new Progress(() => localStorage);
  const keys = chapters.map(({ key }) => key);
  const held = kept.add(NOTHING, keys);
  const states = chapters.map((chapter) => chapterProgress(chapter, held));
  const items = chapters.map(({ title, href, texts }, place) => {
    const state = states[place];
    const marks = state ? [make(`span.${state}`, SIGNS[state], labels[state])] : [];
    const named = `${place + 1}. ${title}`;
    const heading = make("h2", make("a", { href }, named), make("b", named), ...marks); // links are of no use on paper
    return make("li", heading, make("ul", ...texts.map((text) => make("li", text))));
  });
  const done = chapters.filter((chapter) => isDone(chapter, held)).length;
  root.replaceChildren(make("p", fillTemplate(progress, { done, all: chapters.length })), make("ol", ...items));
});

/** Whether all exercises of a chapter were solved; if it has none, whether its question was answered. @type {(chapter: ChapterKeyPoints, held: Held) => boolean} */
const isDone = ({ key, exercises }, { answers, done }) =>
  exercises.length ? exercises.every((name) => Object.hasOwn(done, name)) : Object.hasOwn(answers, key);

/** Return a chapter's state: missed if the last try at an exercise was wrong, or else whether it is done. @type {(chapter: ChapterKeyPoints, held: Held) => State | null} */
export function chapterProgress(chapter, held) {
  const comesBack = chapter.exercises.some((name) => Object.hasOwn(held.boxes, name) && isLastMissed(held.boxes[name]));
  return comesBack ? MISSED : isDone(chapter, held) ? DONE : null;
}
