// A review quiz after every fourth chapter and the last: exercises of the chapters since the previous quiz with new
// values, and any that were missed before.

import { fillTemplate, make } from "../../components/dom.js";
import { isDue } from "../../components/progress/leitner.js";

/** @import {Boxed} from "../../components/progress/leitner.js" */
/** @import {CourseLabels} from "../contract" */

const EACH = 4; // chapters
const MOST = 5; // exercises
const BEFORE = 2; // at most this many missed earlier

/** Return the names under which a chapter's exercises are stored. @param {{key: string, exercises: number}} chapter */
export const exerciseNames = ({ key, exercises }) =>
  Array.from({ length: exercises }, (_each, index) => (index ? `${key}/${index + 1}` : key));

/** Return the name under which the result of the quiz after a chapter is stored. @param {string} key */
export const resultName = (key) => `${key}/quiz`;

/** Return the chapters of the quiz after the one at an index; empty if there is no quiz. @template {{exercises: number}} Chapter @param {Chapter[]} chapters @param {number} index */
function chaptersOf(chapters, index) {
  const isLast = index === chapters.length - 1;
  const of = isLast || index % EACH === EACH - 1 ? chapters.slice(index - (index % EACH), index + 1) : [];
  return of.every(({ exercises }) => exercises) ? of : [];
}

/** Return the title of that quiz; empty if there is none. @param {{exercises: number}[]} chapters @param {number} index @param {CourseLabels} labels */
export function quizTitle(chapters, index, labels) {
  const of = chaptersOf(chapters, index).length;
  return of ? fillTemplate(labels.mixed, { first: index + 2 - of, last: index + 1 }) : "";
}

// Return the exercises of a quiz: due ones that were missed so far, then one of each chapter in turn.
/** @type {(chapters: {key: string, exercises: number}[], index: number, boxes: Record<string, Boxed>, seed: number, now: number) => string[]} */
export function reviewExercises(chapters, index, boxes, seed, now) {
  const of = chaptersOf(chapters, index).map(exerciseNames);
  const known = chapters.slice(0, index + 1).flatMap(exerciseNames);
  const missed = known.filter((part) => Object.hasOwn(boxes, part) && isDue(boxes[part], now)).slice(0, BEFORE);
  const turns = [0, 1].flatMap((turn) => of.map((parts, at) => parts[(seed + at + turn) % parts.length]));
  return [...new Set([...missed, ...turns])].slice(0, MOST);
}

/** Draw the result, with the chapters to read again. @param {boolean[]} verdicts @param {Element[]} again @param {CourseLabels} labels */
export function result(verdicts, again, labels) {
  const text = fillTemplate(labels.result, { right: verdicts.filter(Boolean).length, all: verdicts.length });
  const links = make("ul.again", ...again.map((link) => make("li", link)));
  return make("div.result", make("p.question", text), ...(again.length ? [make("p", labels.readAgain), links] : []));
}

/** Return a stored result as text; empty if it is invalid. @param {string | undefined} kept @param {string} label */
export function storedResult(kept, label) {
  const [, right, all] = /^(\d)\/(\d)$/.exec(kept ?? "") ?? [];
  return all ? fillTemplate(label, { right, all }) : "";
}
