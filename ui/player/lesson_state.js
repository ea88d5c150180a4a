// Where a learner is in a lesson, and where each press leads: without a clock or a picture, so that a test walks all of it.

import { frameAt, nearestLoadedStep, clampStep } from "./frame_window.js";

/** @import {Window} from "./frame_window.js" */
/** @import {Answer} from "./predictions.js" */

// How a step stands there. `opening`: on a screen, the start gives nothing away before the first press. `asking`: what
// comes next is to be predicted. `resting`: nothing is asked. `chosen`: what merges next is, and waits for a press.
/** @typedef {"opening" | "asking" | "resting" | "chosen"} Stand */
// `still`: the picture shows it. `holding`: what is chosen is seen before it merges. `moving`: its tokens are on their
// way. `fetching`: its frame is.
/** @typedef {"still" | "holding" | "moving" | "fetching"} Way */
// `at`: the step that is shown; `to`: the one that was asked for, another while it is fetched. `asked`: a press has put
// the first question.
/** @typedef {{stand: Stand, way: Way, at: number, to: number, asked: boolean}} Walk */
/** @typedef {{lesson: Window, predict: boolean, single: boolean, alone: boolean, calm: boolean, isAnswered: (step: number) => boolean}} Context `single`: each beat of a step is a press; `calm`: nothing is to move. */
// What happens: a press on or back; a step is named, by the learner or from outside; a prediction; what was held is seen
// long enough; what moved is there; something else is to be shown of the step; more frames come; another lesson does.
/** @typedef {"next" | "back" | "to" | "answer" | "held" | "arrived" | "again" | "frames" | "lesson"} Kind */
/** @typedef {{kind: Kind, step?: number, isHeld?: boolean, asked?: boolean, answer?: Answer | null}} Event `isHeld`: the key is. */
// What is to be done then: note the prediction, draw the step that is shown, let its tokens move there, show what is
// chosen, let the counts of it flow together, say that a frame is on its way.
/** @typedef {"answer" | "draw" | "move" | "choose" | "flow" | "wait"} Effect */
/** @typedef {[walk: Walk, effects: Effect[]]} Next */

/** @type {Walk} */
export const INITIAL_STATE = { stand: "resting", way: "still", at: 0, to: 0, asked: false };

/** Whether what comes after a step is to be predicted. @type {(context: Context, step: number) => boolean} */
export const isPredicted = ({ lesson, predict, isAnswered }, step) =>
  predict && step < lesson.steps && !isAnswered(step);

/** How a step stands there when it is come to. @type {(walk: Walk, context: Context, step: number) => Stand} */
function stateAt({ asked }, context, step) {
  const { lesson, predict, alone, isAnswered } = context;
  const isPut = predict && (asked || isAnswered(0));
  if (alone && step === 0 && lesson.steps > 0 && !isPut) return "opening";
  return isPredicted(context, step) ? "asking" : "resting";
}

/** Be at a step at once, or wait for it. @type {(walk: Walk, context: Context, wanted: number, stand?: Stand) => Next} */
function go(walk, context, wanted, stand) {
  const to = clampStep(context.lesson, wanted);
  const there = { ...walk, to, stand: stand ?? stateAt(walk, context, to) };
  if (!frameAt(context.lesson, to)) return [{ ...there, way: "fetching" }, ["wait"]];
  return [{ ...there, way: "still", at: to }, ["draw"]];
}

// Whether the picture can move to a step beside. Who presses on while something moves, or holds the key, is not made to
// wait for it.
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
    const there = { ...walk, at: step, to: step, stand: stateAt(walk, context, step) };
    return context.single ? [{ ...there, way: "moving" }, ["move"]] : [{ ...there, way: "holding" }, ["choose"]];
  },

  back(walk, event, context) {
    if (walk.stand === "chosen") return go(walk, context, walk.to);
    const step = walk.to - 1;
    // A press takes one beat back, as it takes one on; at a question nothing is chosen yet.
    const isChosen = context.single && step >= 0 && !isPredicted(context, step);
    const stand = isChosen ? "chosen" : stateAt(walk, context, Math.max(0, step));
    if (!canMove(walk, event, context, step)) return go(walk, context, step, stand);
    return [{ ...walk, at: step, to: step, stand, way: "moving" }, ["move"]];
  },

  to: (walk, { step = 0 }, context) => go(walk, context, step),

  // Where each beat is a press, the answer is what is chosen.
  answer: (walk, _, { single }) =>
    walk.stand === "asking" && walk.way !== "fetching"
      ? [{ ...walk, way: "still", stand: single ? "chosen" : "resting" }, ["answer", "draw"]]
      : [walk, []],

  held: (walk) => (walk.way === "holding" ? [{ ...walk, way: "moving" }, ["move"]] : [walk, []]),

  arrived: (walk) => (walk.way === "moving" ? [{ ...walk, way: "still" }, []] : [walk, []]),

  again: (walk, { asked = walk.asked }, context) => go({ ...walk, asked }, context, walk.to),

  frames(walk, _, context) {
    const { lesson, predict } = context;
    const here = { ...walk, at: Math.min(walk.at, lesson.steps) };
    const stand = walk.stand === "chosen" && walk.to < lesson.steps ? "chosen" : undefined;
    const [there, effects] = go(here, context, walk.to, stand);
    if (there.way === "still" || predict) return [there, effects];
    // A key that is held may be past the frames when they come: the picture goes as near as they reach.
    return [{ ...there, at: nearestLoadedStep(lesson, there.to) }, ["draw", ...effects]];
  },

  lesson: ({ at }, event, context) => LEADS.frames({ ...INITIAL_STATE, at, to: event.step ?? 0 }, event, context),
};

/** @type {(walk: Walk, event: Event, context: Context) => Next} */
export const transition = (walk, event, context) => LEADS[event.kind](walk, event, context);
