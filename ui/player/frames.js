// Which frames are here: a long lesson comes in windows.

/** @typedef {Pick<import("./contract").Lesson, "steps" | "first" | "frames">} Window */

const PREFETCH = 0.2; // of the frames that are here: so near the edge, more are asked for

/**
 * The frame of a step, if it is here.
 *
 * @param {Window} lesson
 * @param {number} step
 * @returns {import("./contract").Frame | undefined}
 */
export function frameAt({ first, frames }, step) {
  return frames[step - first];
}

/**
 * The step of the lesson that is nearest to one that may be beyond its ends.
 *
 * @param {Window} lesson
 * @param {number} step
 */
export function within({ steps }, step) {
  return Math.max(0, Math.min(step, steps));
}

/**
 * The step nearest to one, of those whose frames are here.
 *
 * @param {Window} lesson
 * @param {number} step
 */
export function nearest({ first, frames }, step) {
  return Math.max(first, Math.min(step, first + frames.length - 1));
}

/**
 * Whether there are more frames, and the learner will soon need them.
 *
 * @param {Window} lesson
 * @param {number} step
 */
export function isNearEdge({ steps, first, frames }, step) {
  const last = first + frames.length - 1;
  const near = frames.length * PREFETCH;
  return (last < steps && step > last - near) || (first > 0 && step < first + near);
}
