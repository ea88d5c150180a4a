// Stored lessons outlive an update of the app: in the servers' shared store, and in a phone's cache.

/** @import {Frame, Lesson} from "../../lessons/contract" */
/** @typedef {Omit<Frame, "candidates"> & {candidates?: Frame["candidates"], board?: Frame["candidates"]}} StoredFrame */
/** @typedef {Omit<Lesson, "frames" | "nextStepLinks"> & {frames: StoredFrame[], nextStepLinks?: Lesson["nextStepLinks"]}} StoredLesson */

/** Rename parts of a lesson that an earlier version stored. @param {StoredLesson} stored @returns {Lesson} */
export const withCurrentNames = ({ frames, nextStepLinks = [], ...lesson }) => ({
  ...lesson,
  nextStepLinks, // phones do not show these links
  frames: frames.map(({ board = [], candidates = board, ...frame }) => ({ ...frame, candidates })),
});
