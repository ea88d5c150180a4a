// Lessons outlive an update: the servers' shared store keeps them for a class, and so does a phone's own cache.

/** @import {Frame, Lesson} from "../../lessons/contract" */
/** @typedef {Omit<Frame, "candidates"> & {candidates?: Frame["candidates"], board?: Frame["candidates"]}} StoredFrame */
/** @typedef {Omit<Lesson, "frames" | "nextStepLinks"> & {frames: StoredFrame[], nextStepLinks?: Lesson["nextStepLinks"]}} StoredLesson */

/** A lesson that was stored before its parts had the names that they have now. @param {StoredLesson} stored @returns {Lesson} */
export const withCurrentNames = ({ frames, nextStepLinks = [], ...lesson }) => ({
  ...lesson,
  nextStepLinks, // a phone leads nowhere else
  frames: frames.map(({ board = [], candidates = board, ...frame }) => ({ ...frame, candidates })),
});
