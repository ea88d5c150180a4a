// Which frames are here: a long lesson comes in windows.

import { isEqual } from "../components/dom.js";

/** @import {Frame, Lesson} from "../lessons/contract" */
/** @typedef {Pick<Lesson, "steps" | "first" | "frames">} Window */

const PREFETCH = 0.2; // of the frames that are here: so near the edge, more are asked for,
const AHEAD = 15; // steps further on in that direction

/** The frame of a step, if it is here. @type {(lesson: Window, step: number) => Frame | undefined} */
export const frameAt = ({ first, frames }, step) => frames[step - first];

// Whether a lesson is the one that was here: a long one, of which others of its frames came, is.
/** @type {(before: Lesson | null | undefined, lesson: Lesson) => boolean} */
export const isUnchanged = (before, lesson) =>
  before === lesson ||
  (!!before &&
    lesson.frames.length <= lesson.steps &&
    before.id === lesson.id &&
    before.subject === lesson.subject &&
    isEqual(before.labels, lesson.labels));

/** The step nearest to one that may be beyond the lesson's ends. @type {(lesson: Window, step: number) => number} */
export const clampStep = ({ steps }, step) => Math.max(0, Math.min(step, steps));

/** The step nearest to one, of those whose frames are here. @type {(lesson: Window, step: number) => number} */
export const nearestLoadedStep = ({ first, frames }, step) =>
  Math.max(first, Math.min(step, first + frames.length - 1));

// The step around which frames are to be asked for: near an edge of those that are here, as many steps beyond the
// learner's as leave that one well within.
/** @type {(lesson: Window, step: number) => number} */
export function framesToFetch(lesson, step) {
  const { first, frames } = lesson;
  if (!frameAt(lesson, step)) return step;
  const ahead = Math.min(AHEAD, Math.floor(frames.length / 4));
  return clampStep(lesson, step < first + frames.length / 2 ? step - ahead : step + ahead);
}

/** Whether more frames, which there are, will soon be needed. @type {(lesson: Window, step: number) => boolean} */
export function isNearEdge({ steps, first, frames }, step) {
  const last = first + frames.length - 1;
  const near = frames.length * PREFETCH;
  return (last < steps && step > last - near) || (first > 0 && step < first + near);
}
