// Where a learner is in a scene, and where each press leads. Without a clock or a picture, so that a test can walk
// through all of it.

/** @import {SceneFrame} from "../lessons/contract" */
// A press on or back, a named step, or another scene, or this one in another language.
/** @typedef {{kind: "next" | "back" | "to" | "scene", step?: number, isHeld?: boolean}} Event `isHeld`: whether the key is held down. */
// `last`: the last step. `isCalm`: without motion. `leads`: whether there is something before or after the scene.
/** @typedef {{last: number, isCalm: boolean, leads: (by: -1 | 1) => boolean}} Context */
// Draw the step, let what it adds appear, or leave the scene at one of its ends.
/** @typedef {"draw" | "move" | "leaveBack" | "leaveOn"} Effect */

const MERGE_MS = 1200;
const STAGE_MS = 3200;

/** Return the step and the effects after an event. @type {(at: number, event: Event, context: Context) => [at: number, effects: Effect[]]} */
export function transition(at, { kind, step = 0, isHeld = false }, { last, isCalm, leads }) {
  const by = kind === "next" ? 1 : kind === "back" ? -1 : 0;
  const to = Math.max(0, Math.min(by ? at + by : step, last));
  if (kind === "scene") return [to, ["draw"]];
  // A held key stays in the scene.
  if (by && to === at) return [at, !isHeld && leads(by) ? [by > 0 ? "leaveOn" : "leaveBack"] : []];
  if (to === at) return [at, []];
  return [to, [to === at + 1 && !isHeld && !isCalm ? "move" : "draw"]];
}

/** Return how long a step stays while playing: a stage has more to read than a merge. @type {(frames: SceneFrame[], at: number, speed: number) => number} */
export const playTime = (frames, at, speed) =>
  (frames[at]?.stage === frames[at + 1]?.stage ? MERGE_MS : STAGE_MS) / speed;
