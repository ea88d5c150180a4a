import assert from "node:assert/strict";
import { test } from "node:test";

import { isPredicted, transition, INITIAL_STATE } from "../../ui/player/lesson_state.js";

/** @typedef {import("../../ui/lessons/contract").Frame} Frame */
/** @typedef {import("../../ui/player/lesson_state.js").LessonState} LessonState */
/** @typedef {import("../../ui/player/lesson_state.js").Kind} Kind */
/** @typedef {import("../../ui/player/lesson_state.js").Event} Happens */
/** @typedef {import("../../ui/player/lesson_state.js").Context} Context */

const STEPS = 4;
/** @type {Array<Kind>} */
const KINDS = ["next", "back", "to", "answer", "held", "arrived", "again", "frames", "lesson"];
const BOTH = [false, true];

/** A lesson of four steps, with some of its frames loaded. @type {(first: number, count: number, steps?: number) => Context["lesson"]} */
const lessonOf = (first, count, steps = STEPS) => ({
  steps,
  first,
  frames: Array.from({ length: count }, (_, place) => /** @type {Frame} */ ({ done: String(first + place) })),
});

const WHOLE = lessonOf(0, STEPS + 1);

/** @type {Context} */
const PLAIN = { lesson: WHOLE, predict: false, single: false, alone: false, calm: false, isAnswered: () => false };

/** What a learner may have chosen, and which frames are here. @type {Context[]} */
const CONTEXTS = [WHOLE, lessonOf(0, 2), lessonOf(2, 3), lessonOf(0, 1, 0)].flatMap((lesson) =>
  BOTH.flatMap((predict) =>
    BOTH.flatMap((single) =>
      BOTH.flatMap((alone) =>
        BOTH.flatMap((calm) =>
          [0, 2].map((answered) => {
            const isAnswered = (/** @type {number} */ step) => step < answered;
            return { lesson, predict, single, alone, calm, isAnswered };
          }),
        ),
      ),
    ),
  ),
);

/** @type {(context: Context) => Happens[]} All that may happen: every kind, with keys that are pressed and held. */
const eventsIn = ({ lesson }) =>
  KINDS.flatMap((kind) => {
    const isNamed = kind === "to" || kind === "lesson";
    /** @type {Happens[]} */
    const events = isNamed
      ? [0, 1, lesson.steps, 99].map((step) => ({ kind, step }))
      : BOTH.map((isHeld) => ({ kind, isHeld }));
    return events;
  });

/** Where a lesson begins. @type {(context: Context) => LessonState} */
const startOf = (context) => transition(INITIAL_STATE, { kind: "lesson", step: 0 }, context)[0];

/** All states that presses lead to. @type {(context: Context) => LessonState[]} */
function reachableStates(context) {
  /** @type {Map<string, LessonState>} */ const found = new Map();
  const coming = [startOf(context)];
  for (let state = coming.pop(); state; state = coming.pop()) {
    const key = JSON.stringify(state);
    if (found.has(key)) continue;
    found.set(key, state);
    for (const event of eventsIn(context)) coming.push(transition(state, event, context)[0]);
  }
  return [...found.values()];
}

/** @type {(state: LessonState, context: Context) => boolean} */
const isSound = ({ phase, activity, at, to }, { lesson, predict, single }) =>
  ["opening", "asking", "resting", "chosen"].includes(phase) &&
  ["still", "holding", "moving", "fetching"].includes(activity) &&
  [at, to].every((step) => Number.isInteger(step) && step >= 0 && step <= lesson.steps) &&
  (activity === "fetching" || (at === to && lesson.frames[at - lesson.first] !== undefined)) &&
  (activity !== "holding" || !single) &&
  (phase !== "chosen" || single) &&
  (phase !== "asking" || predict);

test("every event in every state leads to a valid state", () => {
  for (const context of CONTEXTS) {
    for (const state of reachableStates(context)) {
      for (const event of eventsIn(context)) {
        const [there] = transition(state, event, context);
        if (!isSound(there, context)) assert.fail(JSON.stringify([state, event, there, context]));
      }
    }
  }
});

test("exactly the intended pairs of phase and activity are reachable", () => {
  const found = new Set(
    CONTEXTS.flatMap((context) => reachableStates(context).map(({ phase, activity }) => `${phase} ${activity}`)),
  );
  const [phases, activities] = [
    ["opening", "asking", "resting", "chosen"],
    ["still", "moving", "fetching"],
  ];
  const all = phases.flatMap((phase) => activities.map((activity) => `${phase} ${activity}`));
  // Holding the key merges, then rests or asks.
  assert.deepEqual([...found].sort(), [...all, "asking holding", "resting holding"].sort());
});

test("every state can be left by a named step, forward and back", () => {
  for (const context of CONTEXTS) {
    const { steps } = context.lesson;
    for (const state of reachableStates(context)) {
      for (const step of [0, steps]) {
        assert.equal(transition(state, { kind: "to", step }, context)[0].to, step);
        assert.equal(transition(state, { kind: "to", step: step ? 99 : -1 }, context)[0].to, step);
      }
      // At most four presses lead one step on: the first question, its answer, what is chosen, and the merge.
      let [there, presses] = [state, 0];
      for (; there.to === state.to && presses < 5; presses++) [there] = transition(there, { kind: "next" }, context);
      assert.equal(there.to, Math.min(state.to + 1, steps), JSON.stringify([state, context]));
      [there, presses] = [state, 0];
      for (; there.to === state.to && presses < 3; presses++) [there] = transition(there, { kind: "back" }, context);
      assert.equal(there.to, Math.max(state.to - 1, 0), JSON.stringify([state, context]));
    }
  }
});

/** What each of some events leads to, one after the other. @type {(events: Happens[], context?: Context, state?: LessonState) => string[]} */
function trace(events, context = PLAIN, state = startOf(context)) {
  return events.map((event) => {
    const [there, effects] = transition(state, event, context);
    state = there;
    return `${there.phase} ${there.activity} ${there.at}: ${effects.join()}`;
  });
}

/** @type {(...kinds: Kind[]) => Happens[]} */
const kinds = (...all) => all.map((kind) => ({ kind }));

test("a step has two beats, choose and merge, and a press during them does not wait", () => {
  assert.deepEqual(trace(kinds("next", "held", "arrived")), [
    "resting holding 1: choose",
    "resting moving 1: move",
    "resting still 1: ",
  ]);
  assert.deepEqual(trace(kinds("next", "next", "next", "held", "back")), [
    "resting holding 1: choose",
    "resting still 2: draw",
    "resting holding 3: choose",
    "resting moving 3: move",
    "resting still 2: draw",
  ]);
});

test("nothing moves while a key is held or if the reader prefers no motion", () => {
  assert.deepEqual(trace([{ kind: "next", isHeld: true }]), ["resting still 1: draw"]);
  assert.deepEqual(trace(kinds("next", "back"), { ...PLAIN, calm: true }), [
    "resting still 1: draw",
    "resting still 0: draw",
  ]);
});

test("if each beat takes a press, going back takes as many as going forward", () => {
  assert.deepEqual(trace(kinds("next", "next", "arrived", "back", "arrived", "back"), { ...PLAIN, single: true }), [
    "chosen still 0: draw,flow",
    "resting moving 1: move",
    "resting still 1: ",
    "chosen moving 0: move",
    "chosen still 0: ",
    "resting still 0: draw",
  ]);
});

test("a question is answered before the lesson continues, and comes first on a screen", () => {
  /** @type {Set<number>} */ const answered = new Set();
  const context = { ...PLAIN, predict: true, alone: true, isAnswered: (/** @type {number} */ at) => answered.has(at) };
  assert.deepEqual(trace(kinds("next", "next"), context), ["asking still 0: draw", "resting still 0: answer,draw"]);
  assert.equal(isPredicted(context, 0), true);
  answered.add(0);
  assert.equal(isPredicted(context, 0), false);
  assert.deepEqual(trace(kinds("next", "held", "answer"), context), [
    "asking holding 1: choose",
    "asking moving 1: move",
    "resting still 1: answer,draw",
  ]);
  assert.equal(isPredicted(context, STEPS), false);
});

test("missing frames are fetched, and the nearest one is shown meanwhile", () => {
  const few = { ...PLAIN, lesson: lessonOf(0, 2) };
  assert.deepEqual(trace([{ kind: "to", step: 4 }, { kind: "frames" }, { kind: "next" }], few), [
    "resting fetching 0: wait",
    "resting fetching 1: draw,wait",
    "resting fetching 1: wait",
  ]);
  const [waiting] = transition(startOf(few), { kind: "to", step: 3 }, few);
  assert.deepEqual(trace([{ kind: "frames" }], PLAIN, waiting), ["resting still 3: draw"]);
});

test("a lesson with fewer steps shows its last one", () => {
  const [end] = transition(startOf(PLAIN), { kind: "to", step: STEPS }, PLAIN);
  assert.deepEqual(trace([{ kind: "frames" }], { ...PLAIN, lesson: lessonOf(0, 3, 2) }, end), [
    "resting still 2: draw",
  ]);
});
