import assert from "node:assert/strict";
import { test } from "node:test";

import { playTime, transition } from "../../ui/player/journey_state.js";

const CONTEXT = { last: 5, isCalm: false, leads: () => false };

test("a press shows what it adds, stops at the ends, and a new scene is drawn", () => {
  assert.deepEqual(transition(0, { kind: "next" }, CONTEXT), [1, ["move"]]);
  assert.deepEqual(transition(2, { kind: "back" }, CONTEXT), [1, ["draw"]]);
  assert.deepEqual(transition(0, { kind: "to", step: 4 }, CONTEXT), [4, ["draw"]]);
  assert.deepEqual(transition(0, { kind: "next", isHeld: true }, CONTEXT), [1, ["draw"]]);
  assert.deepEqual(transition(0, { kind: "next" }, { ...CONTEXT, isCalm: true }), [1, ["draw"]]);
  assert.deepEqual(transition(0, { kind: "back" }, CONTEXT), [0, []]);
  assert.deepEqual(transition(5, { kind: "next" }, CONTEXT), [5, []]);
  assert.deepEqual(transition(3, { kind: "to", step: 99 }, CONTEXT), [5, ["draw"]]);
  assert.deepEqual(transition(3, { kind: "to", step: 3 }, CONTEXT), [3, []]);
  assert.deepEqual(transition(3, { kind: "scene", step: 3 }, CONTEXT), [3, ["draw"]]);
  assert.deepEqual(transition(9, { kind: "scene", step: 9 }, CONTEXT), [5, ["draw"]]);
});

test("in a plan, a press at an end leads to the next slide, but a held key does not", () => {
  const plan = { ...CONTEXT, leads: () => true };
  assert.deepEqual(transition(5, { kind: "next" }, plan), [5, ["leaveOn"]]);
  assert.deepEqual(transition(0, { kind: "back" }, plan), [0, ["leaveBack"]]);
  assert.deepEqual(transition(5, { kind: "next", isHeld: true }, plan), [5, []]);
  assert.deepEqual(transition(5, { kind: "to", step: 5 }, plan), [5, []]);
});

test("a merge plays faster than a stage, and double speed halves the time", () => {
  const frames = [0, 1, 1, 2].map((stage) => ({ stage, said: "", count: "", now: "", next: "" }));
  assert.ok(playTime(frames, 1, 1) < playTime(frames, 0, 1));
  assert.equal(playTime(frames, 2, 1), playTime(frames, 0, 1));
  assert.equal(playTime(frames, 1, 2), playTime(frames, 1, 1) / 2);
});
