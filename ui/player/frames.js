// Which frames are here: a long lesson comes in windows.

/** @import {Frame, Lesson} from "./contract" */
/** @typedef {Pick<Lesson, "steps" | "first" | "frames">} Window */

const PREFETCH = 0.2; // of the frames that are here: so near the edge, more are asked for

/** The frame of a step, if it is here. @type {(lesson: Window, step: number) => Frame | undefined} */
export const frameAt = ({ first, frames }, step) => frames[step - first];

/** The step nearest to one that may be beyond the lesson's ends. @type {(lesson: Window, step: number) => number} */
export const within = ({ steps }, step) => Math.max(0, Math.min(step, steps));

/** The step nearest to one, of those whose frames are here. @type {(lesson: Window, step: number) => number} */
export const nearest = ({ first, frames }, step) => Math.max(first, Math.min(step, first + frames.length - 1));

/** Whether more frames, which there are, will soon be needed. @type {(lesson: Window, step: number) => boolean} */
export function isNearEdge({ steps, first, frames }, step) {
  const last = first + frames.length - 1;
  const near = frames.length * PREFETCH;
  return (last < steps && step > last - near) || (first > 0 && step < first + near);
}
