// Where a learner is in a lesson, and where each press leads. Without a clock or a picture, so that a test can walk
// through all of it.

import { frameAt, nearestLoadedStep, clampStep } from "./frame_window.js";

/** @import {Window} from "./frame_window.js" */
/** @import {Answer} from "./predictions.js" */

// `opening`: alone on the screen, the start gives nothing away before the first press. `asking`: what comes next is to
// be predicted. `resting`: nothing is asked. `chosen`: the next merge is chosen, and waits for a press.
/** @typedef {"opening" | "asking" | "resting" | "chosen"} Phase */
// `still`: the picture shows the step. `holding`: the choice is shown before it merges. `moving`: tokens are moving.
// `fetching`: the frame is loading.
/** @typedef {"still" | "holding" | "moving" | "fetching"} Activity */
// `at`: the step shown. `to`: the step requested, which differs while its frame is loading. `asked`: a press has put
// the first question.
/** @typedef {{phase: Phase, activity: Activity, at: number, to: number, asked: boolean}} LessonState */
/** @typedef {{lesson: Window, predict: boolean, single: boolean, alone: boolean, calm: boolean, isAnswered: (step: number) => boolean}} Context `single`: each beat of a step takes a press; `calm`: without motion. */
// `next`, `back`: a press. `to`: a step is named, by the learner or from outside. `answer`: a prediction. `held`: the
// choice was shown long enough. `arrived`: the motion is over. `again`: something else of the step is to be shown.
// `frames`: more frames arrive. `lesson`: another lesson does.
/** @typedef {"next" | "back" | "to" | "answer" | "held" | "arrived" | "again" | "frames" | "lesson"} Kind */
/** @typedef {{kind: Kind, step?: number, isHeld?: boolean, asked?: boolean, answer?: Answer | null}} Event `isHeld`: whether the key is held down. */
// Note the prediction, draw the step, move its tokens there, show the choice, let its counts flow together, or show
// that a frame is loading.
/** @typedef {"answer" | "draw" | "move" | "choose" | "flow" | "wait"} Effect */
/** @typedef {[state: LessonState, effects: Effect[]]} Next */

/** @type {LessonState} */
export const INITIAL_STATE = { phase: "resting", activity: "still", at: 0, to: 0, asked: false };

/** Whether the learner has to predict what comes after a step. @type {(context: Context, step: number) => boolean} */
export const isPredicted = ({ lesson, predict, isAnswered }, step) =>
  predict && step < lesson.steps && !isAnswered(step);

/** Return the phase of a step on arrival. @type {(state: LessonState, context: Context, step: number) => Phase} */
function phaseAt({ asked }, context, step) {
  const { lesson, predict, alone, isAnswered } = context;
  const isPut = predict && (asked || isAnswered(0));
  if (alone && step === 0 && lesson.steps > 0 && !isPut) return "opening";
  return isPredicted(context, step) ? "asking" : "resting";
}

/** Go to a step at once, or wait for its frame. @type {(state: LessonState, context: Context, wanted: number, phase?: Phase) => Next} */
function go(state, context, wanted, phase) {
  const to = clampStep(context.lesson, wanted);
  const next = { ...state, to, phase: phase ?? phaseAt(state, context, to) };
  if (!frameAt(context.lesson, to)) return [{ ...next, activity: "fetching" }, ["wait"]];
  return [{ ...next, activity: "still", at: to }, ["draw"]];
}

// Whether the picture can move to a neighbouring step. Another press during the motion, or a held key, does not wait
// for it.
/** @type {(state: LessonState, event: Event, context: Context, step: number) => boolean} */
const canMove = ({ activity }, { isHeld }, { lesson, calm }, step) =>
  activity === "still" && !isHeld && !calm && frameAt(lesson, step) !== undefined;

/** @type {Record<Kind, (state: LessonState, event: Event, context: Context) => Next>} */
const TRANSITIONS = {
  next(state, event, context) {
    const step = state.to + 1;
    if (state.activity === "fetching") return go(state, context, step);
    if (state.phase === "asking") return TRANSITIONS.answer(state, event, context);
    if (state.phase === "opening" && isPredicted(context, state.at)) {
      return [{ ...state, activity: "still", phase: "asking", asked: true }, ["draw"]];
    }
    if (context.single && state.phase !== "chosen" && step <= context.lesson.steps) {
      const effects = /** @type {Effect[]} */ (canMove(state, event, context, state.at) ? ["draw", "flow"] : ["draw"]);
      return [{ ...state, activity: "still", phase: "chosen" }, effects];
    }
    if (!canMove(state, event, context, step)) return go(state, context, step);
    const next = { ...state, at: step, to: step, phase: phaseAt(state, context, step) };
    return context.single
      ? [{ ...next, activity: "moving" }, ["move"]]
      : [{ ...next, activity: "holding" }, ["choose"]];
  },

  back(state, event, context) {
    if (state.phase === "chosen") return go(state, context, state.to);
    const step = state.to - 1;
    // A press goes back one beat, just as it goes on by one; at a question nothing is chosen yet.
    const isChosen = context.single && step >= 0 && !isPredicted(context, step);
    const phase = isChosen ? "chosen" : phaseAt(state, context, Math.max(0, step));
    if (!canMove(state, event, context, step)) return go(state, context, step, phase);
    return [{ ...state, at: step, to: step, phase, activity: "moving" }, ["move"]];
  },

  to: (state, { step = 0 }, context) => go(state, context, step),

  // If each beat takes a press, the answer leads to the choice.
  answer: (state, _, { single }) =>
    state.phase === "asking" && state.activity !== "fetching"
      ? [{ ...state, activity: "still", phase: single ? "chosen" : "resting" }, ["answer", "draw"]]
      : [state, []],

  held: (state) => (state.activity === "holding" ? [{ ...state, activity: "moving" }, ["move"]] : [state, []]),

  arrived: (state) => (state.activity === "moving" ? [{ ...state, activity: "still" }, []] : [state, []]),

  again: (state, { asked = state.asked }, context) => go({ ...state, asked }, context, state.to),

  frames(state, _, context) {
    const { lesson, predict } = context;
    const current = { ...state, at: Math.min(state.at, lesson.steps) };
    const phase = state.phase === "chosen" && state.to < lesson.steps ? "chosen" : undefined;
    const [next, effects] = go(current, context, state.to, phase);
    if (next.activity === "still" || predict) return [next, effects];
    // With a held key, the learner may be past the frames that arrive: show the nearest one.
    return [{ ...next, at: nearestLoadedStep(lesson, next.to) }, ["draw", ...effects]];
  },

  lesson: ({ at }, event, context) => TRANSITIONS.frames({ ...INITIAL_STATE, at, to: event.step ?? 0 }, event, context),
};

/** @type {(state: LessonState, event: Event, context: Context) => Next} */
export const transition = (state, event, context) => TRANSITIONS[event.kind](state, event, context);
