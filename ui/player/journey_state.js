// Where a learner is in a scene, and where each press leads: without a clock or a picture, so that a test walks all of it.

/** @import {SceneFrame} from "../lessons/contract" */
// A press on or back, a step that is named, and another scene, or this one in another language.
/** @typedef {{kind: "next" | "back" | "to" | "scene", step?: number, isHeld?: boolean}} Event `isHeld`: the key is. */
// `last`: the last step. `isCalm`: nothing is to move. `leads`: whether there is something before the scene, or after it.
/** @typedef {{last: number, isCalm: boolean, leads: (by: -1 | 1) => boolean}} Context */
// What is to be done then: draw the step, let what it adds come into sight, or leave the scene over one of its ends.
/** @typedef {"draw" | "move" | "leaveBack" | "leaveOn"} Effect */

const MERGE_MS = 1200;
const STAGE_MS = 3200;

/** The step and what is to be done, after an event at a step. @type {(at: number, event: Event, context: Context) => [at: number, effects: Effect[]]} */
export function transition(at, { kind, step = 0, isHeld = false }, { last, isCalm, leads }) {
  const by = kind === "next" ? 1 : kind === "back" ? -1 : 0;
  const to = Math.max(0, Math.min(by ? at + by : step, last));
  if (kind === "scene") return [to, ["draw"]];
  // Who holds the key stays in the scene.
  if (by && to === at) return [at, !isHeld && leads(by) ? [by > 0 ? "leaveOn" : "leaveBack"] : []];
  if (to === at) return [at, []];
  return [to, [to === at + 1 && !isHeld && !isCalm ? "move" : "draw"]];
}

/** How long a step stays while it plays: a stage has more to read than a merge. @type {(frames: SceneFrame[], at: number, speed: number) => number} */
export const playTime = (frames, at, speed) =>
  (frames[at]?.stage === frames[at + 1]?.stage ? MERGE_MS : STAGE_MS) / speed;
