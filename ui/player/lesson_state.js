// Where a learner is in a lesson, and where each press leads. Without a clock or a picture, so that a test can walk
// through all of it.

import { frameAt, nearestLoadedStep, clampStep } from "./frame_window.js";

/** @import {Window} from "./frame_window.js" */
/** @import {Answer} from "./predictions.js" */

// `opening`: alone on the screen, the start gives nothing away before the first press. `asking`: what comes next is to
// be predicted. `resting`: nothing is asked. `chosen`: the next merge is chosen, and waits for a press.
/** @typedef {"opening" | "asking" | "resting" | "chosen"} Stand */
// `still`: the picture shows the step. `holding`: the choice is shown before it merges. `moving`: tokens are moving.
// `fetching`: the frame is loading.
/** @typedef {"still" | "holding" | "moving" | "fetching"} Way */
// `at`: the step shown. `to`: the step requested, which differs while its frame is loading. `asked`: a press has put
// the first question.
/** @typedef {{stand: Stand, way: Way, at: number, to: number, asked: boolean}} Walk */
/** @typedef {{lesson: Window, predict: boolean, single: boolean, alone: boolean, calm: boolean, isAnswered: (step: number) => boolean}} Context `single`: each beat of a step takes a press; `calm`: without motion. */
// `next`, `back`: a press. `to`: a step is named, by the learner or from outside. `answer`: a prediction. `held`: the
// choice was shown long enough. `arrived`: the motion is over. `again`: something else of the step is to be shown.
// `frames`: more frames arrive. `lesson`: another lesson does.
/** @typedef {"next" | "back" | "to" | "answer" | "held" | "arrived" | "again" | "frames" | "lesson"} Kind */
/** @typedef {{kind: Kind, step?: number, isHeld?: boolean, asked?: boolean, answer?: Answer | null}} Event `isHeld`: whether the key is held down. */
// Note the prediction, draw the step, move its tokens there, show the choice, let its counts flow together, or show
// that a frame is loading.
/** @typedef {"answer" | "draw" | "move" | "choose" | "flow" | "wait"} Effect */
/** @typedef {[walk: Walk, effects: Effect[]]} Next */

/** @type {Walk} */
export const INITIAL_STATE = { stand: "resting", way: "still", at: 0, to: 0, asked: false };

/** Whether the learner has to predict what comes after a step. @type {(context: Context, step: number) => boolean} */
export const isPredicted = ({ lesson, predict, isAnswered }, step) =>
  predict && step < lesson.steps && !isAnswered(step);

/** Return the state of a step on arrival. @type {(walk: Walk, context: Context, step: number) => Stand} */
function stateAt({ asked }, context, step) {
  const { lesson, predict, alone, isAnswered } = context;
  const isPut = predict && (asked || isAnswered(0));
  if (alone && step === 0 && lesson.steps > 0 && !isPut) return "opening";
  return isPredicted(context, step) ? "asking" : "resting";
}

/** Go to a step at once, or wait for its frame. @type {(walk: Walk, context: Context, wanted: number, stand?: Stand) => Next} */
function go(walk, context, wanted, stand) {
  const to = clampStep(context.lesson, wanted);
  const next = { ...walk, to, stand: stand ?? stateAt(walk, context, to) };
  if (!frameAt(context.lesson, to)) return [{ ...next, way: "fetching" }, ["wait"]];
  return [{ ...next, way: "still", at: to }, ["draw"]];
}

// Whether the picture can move to a neighbouring step. Another press during the motion, or a held key, does not wait
// for it.
/** @type {(walk: Walk, event: Event, context: Context, step: number) => boolean} */
const canMove = ({ way }, { isHeld }, { lesson, calm }, step) =>
  way === "still" && !isHeld && !calm && frameAt(lesson, step) !== undefined;

/** @type {Record<Kind, (walk: Walk, event: Event, context: Context) => Next>} */
const LEADS = {
  next(walk, event, context) {
    const step = walk.to + 1;
    if (walk.way === "fetching") return go(walk, context, step);
    if (walk.stand === "asking") return LEADS.answer(walk, event, context);
    if (walk.stand === "opening" && isPredicted(context, walk.at)) {
      return [{ ...walk, way: "still", stand: "asking", asked: true }, ["draw"]];
    }
    if (context.single && walk.stand !== "chosen" && step <= context.lesson.steps) {
      const effects = /** @type {Effect[]} */ (canMove(walk, event, context, walk.at) ? ["draw", "flow"] : ["draw"]);
      return [{ ...walk, way: "still", stand: "chosen" }, effects];
    }
    if (!canMove(walk, event, context, step)) return go(walk, context, step);
    const next = { ...walk, at: step, to: step, stand: stateAt(walk, context, step) };
    return context.single ? [{ ...next, way: "moving" }, ["move"]] : [{ ...next, way: "holding" }, ["choose"]];
  },

  back(walk, event, context) {
    if (walk.stand === "chosen") return go(walk, context, walk.to);
    const step = walk.to - 1;
    // A press goes back one beat, just as it goes on by one; at a question nothing is chosen yet.
    const isChosen = context.single && step >= 0 && !isPredicted(context, step);
    const stand = isChosen ? "chosen" : stateAt(walk, context, Math.max(0, step));
    if (!canMove(walk, event, context, step)) return go(walk, context, step, stand);
    return [{ ...walk, at: step, to: step, stand, way: "moving" }, ["move"]];
  },

  to: (walk, { step = 0 }, context) => go(walk, context, step),

  // If each beat takes a press, the answer leads to the choice.
  answer: (walk, _, { single }) =>
    walk.stand === "asking" && walk.way !== "fetching"
      ? [{ ...walk, way: "still", stand: single ? "chosen" : "resting" }, ["answer", "draw"]]
      : [walk, []],

  held: (walk) => (walk.way === "holding" ? [{ ...walk, way: "moving" }, ["move"]] : [walk, []]),

  arrived: (walk) => (walk.way === "moving" ? [{ ...walk, way: "still" }, []] : [walk, []]),

  again: (walk, { asked = walk.asked }, context) => go({ ...walk, asked }, context, walk.to),

  frames(walk, _, context) {
    const { lesson, predict } = context;
    const current = { ...walk, at: Math.min(walk.at, lesson.steps) };
    const stand = walk.stand === "chosen" && walk.to < lesson.steps ? "chosen" : undefined;
    const [next, effects] = go(current, context, walk.to, stand);
    if (next.way === "still" || predict) return [next, effects];
    // With a held key, the learner may be past the frames that arrive: show the nearest one.
    return [{ ...next, at: nearestLoadedStep(lesson, next.to) }, ["draw", ...effects]];
  },

  lesson: ({ at }, event, context) => LEADS.frames({ ...INITIAL_STATE, at, to: event.step ?? 0 }, event, context),
};

/** @type {(walk: Walk, event: Event, context: Context) => Next} */
export const transition = (walk, event, context) => LEADS[event.kind](walk, event, context);
