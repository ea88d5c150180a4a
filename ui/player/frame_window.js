// The frames that are loaded: a long lesson comes in windows.

import { isEqual } from "../components/dom.js";

/** @import {Frame, Lesson} from "../lessons/contract" */
/** @typedef {Pick<Lesson, "steps" | "first" | "frames">} Window */

const PREFETCH = 0.2; // share of the loaded frames: this near the edge, more are requested,
const AHEAD = 15; // this many steps further in that direction

/** Return the frame of a step, if it is loaded. @type {(lesson: Window, step: number) => Frame | undefined} */
export const frameAt = ({ first, frames }, step) => frames[step - first];

// Whether a lesson is the same as before; a long one may have other frames loaded.
/** @type {(before: Lesson | null | undefined, lesson: Lesson) => boolean} */
export const isUnchanged = (before, lesson) =>
  before === lesson ||
  (!!before &&
    lesson.frames.length <= lesson.steps &&
    before.id === lesson.id &&
    before.subject === lesson.subject &&
    isEqual(before.labels, lesson.labels));

/** Return the nearest step within the lesson. @type {(lesson: Window, step: number) => number} */
export const clampStep = ({ steps }, step) => Math.max(0, Math.min(step, steps));

/** Return the nearest step whose frame is loaded. @type {(lesson: Window, step: number) => number} */
export const nearestLoadedStep = ({ first, frames }, step) =>
  Math.max(first, Math.min(step, first + frames.length - 1));

// Return the step around which to request frames: near an edge of the loaded ones, far enough beyond the learner's step
// to leave it well inside.
/** @type {(lesson: Window, step: number) => number} */
export function framesToFetch(lesson, step) {
  const { first, frames } = lesson;
  if (!frameAt(lesson, step)) return step;
  const ahead = Math.min(AHEAD, Math.floor(frames.length / 4));
  return clampStep(lesson, step < first + frames.length / 2 ? step - ahead : step + ahead);
}

/** Whether there are more frames that will soon be needed. @type {(lesson: Window, step: number) => boolean} */
export function isNearEdge({ steps, first, frames }, step) {
  const last = first + frames.length - 1;
  const near = frames.length * PREFETCH;
  return (last < steps && step > last - near) || (first > 0 && step < first + near);
}
