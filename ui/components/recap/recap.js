// What to remember of each chapter. What was done in them, the browser has kept.

import { isMissed } from "../progress/leitner.js";
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
  const states = chapters.map((chapter) => chapterProgress(chapter, kept.add(NOTHING, keys)));
  const items = chapters.map(({ title, href, texts }, place) => {
    const marks = states[place].map((state) => make(`span.${state}`, SIGNS[state], labels[state]));
    const named = `${place + 1}. ${title}`;
    const heading = make("h2", make("a", { href }, named), make("b", named), ...marks); // on paper no link leads on
    return make("li", heading, make("ul", ...texts.map((text) => make("li", text))));
  });
  const done = states.filter((of) => of.includes("done")).length;
  root.replaceChildren(make("p", fillTemplate(progress, { done, all: chapters.length })), make("ol", ...items));
});

/** What is known of a chapter. @type {(chapter: ChapterKeyPoints, held: Held) => State[]} */
export function chapterProgress({ key, exercises }, { answers, done, boxes }) {
  const isDone = exercises.length ? exercises.every((name) => Object.hasOwn(done, name)) : Object.hasOwn(answers, key);
  const comesBack = exercises.some((name) => Object.hasOwn(boxes, name) && isMissed(boxes[name]));
  return [...(isDone ? [DONE] : []), ...(comesBack ? [MISSED] : [])];
}
