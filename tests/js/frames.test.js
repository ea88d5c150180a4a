import assert from "node:assert/strict";
import { test } from "node:test";

import { frameAt, isNearEdge, nearest, within } from "../../ui/player/frames.js";

/** @typedef {import("../../ui/player/contract").Frame} Frame */

/**
 * A lesson whose frames say their steps.
 *
 * @param {number} steps
 * @param {number} first
 * @param {number} count
 */
function window(steps, first, count) {
  const frames = Array.from({ length: count }, (_, place) => /** @type {Frame} */ ({ done: String(first + place) }));
  return { steps, first, frames };
}

const MIDDLE = window(1000, 470, 61); // the steps 470 to 530

test("a frame is found by its step, where it is here", () => {
  assert.equal(frameAt(MIDDLE, 470)?.done, "470");
  assert.equal(frameAt(MIDDLE, 530)?.done, "530");
  assert.equal(frameAt(MIDDLE, 469), undefined);
  assert.equal(frameAt(MIDDLE, 531), undefined);
});

test("a step beyond the ends is the end", () => {
  assert.deepEqual(
    [-1, 0, 7, 8].map((step) => within(window(7, 0, 8), step)),
    [0, 0, 7, 7],
  );
  assert.equal(within(window(0, 0, 1), 5), 0);
});

test("the picture goes as near as the frames reach", () => {
  assert.deepEqual(
    [3, 500, 900].map((step) => nearest(MIDDLE, step)),
    [470, 500, 530],
  );
});

test("more frames are wanted in the outer fifth of those that are here", () => {
  assert.deepEqual(
    [470, 482, 483, 500, 517, 518, 530].map((step) => isNearEdge(MIDDLE, step)),
    [true, true, false, false, false, true, true],
  );
});

test("no more are wanted where there are none", () => {
  const start = window(1000, 0, 61);
  assert.equal(isNearEdge(start, 0), false);
  assert.equal(isNearEdge(start, 60), true);
  const end = window(1000, 940, 61);
  assert.equal(isNearEdge(end, 1000), false);
  assert.equal(isNearEdge(end, 940), true);
  assert.equal(isNearEdge(window(7, 0, 8), 7), false);
});
