import assert from "node:assert/strict";
import { test } from "node:test";

import {
  frameAt,
  isUnchanged,
  isNearEdge,
  nearestLoadedStep,
  framesToFetch,
  clampStep,
} from "../../ui/player/frame_window.js";

/** @import {Frame, Lesson} from "../../ui/lessons/contract" */

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

test("a frame is found by its step, or the nearest one available", () => {
  assert.equal(frameAt(MIDDLE, 470)?.done, "470");
  assert.equal(frameAt(MIDDLE, 530)?.done, "530");
  assert.equal(frameAt(MIDDLE, 469), undefined);
  assert.equal(frameAt(MIDDLE, 531), undefined);
  assert.deepEqual(
    [-1, 0, 7, 8].map((step) => clampStep(window(7, 0, 8), step)),
    [0, 0, 7, 7],
  );
  assert.equal(clampStep(window(0, 0, 1), 5), 0);
  assert.deepEqual(
    [3, 500, 900].map((step) => nearestLoadedStep(MIDDLE, step)),
    [470, 500, 530],
  );
});

test("more frames are needed within the outer fifth of the window, if there are any", () => {
  assert.deepEqual(
    [470, 482, 483, 500, 517, 518, 530].map((step) => isNearEdge(MIDDLE, step)),
    [true, true, false, false, false, true, true],
  );
  const start = window(1000, 0, 61);
  assert.equal(isNearEdge(start, 0), false);
  assert.equal(isNearEdge(start, 60), true);
  const end = window(1000, 940, 61);
  assert.equal(isNearEdge(end, 1000), false);
  assert.equal(isNearEdge(end, 940), true);
  assert.equal(isNearEdge(window(7, 0, 8), 7), false);
});

test("frames are requested beyond a near edge, or around a distant step", () => {
  assert.deepEqual(
    [475, 525, 469, 531, 900].map((step) => framesToFetch(MIDDLE, step)),
    [460, 540, 469, 531, 900],
  );
  assert.equal(framesToFetch(window(1000, 0, 61), 995), 995);
  assert.equal(framesToFetch(window(1000, 900, 95), 990), 1000); // there is no step beyond the last
});

test("a requested window has the learner's step far from its edges, so no new request follows at once", () => {
  for (const most of [60, 30]) {
    for (let step = 100; step <= 100 + most; step++) {
      const frames = window(1000, 100, most + 1);
      if (!isNearEdge(frames, step)) continue;
      const fetched = window(1000, framesToFetch(frames, step) - most / 2, most + 1);
      assert.ok(frameAt(fetched, step));
      assert.ok(!isNearEdge(fetched, step), `${step} of ${most}`);
    }
  }
});

test("stepping never waits for frames that arrive within twelve presses, and requests some every 33 steps", () => {
  let [frames, requests, asked, late] = [window(2000, 0, 61), 0, 0, 0];
  for (let step = 0; step <= 1000; step++) {
    assert.ok(frameAt(frames, step), `${step}`);
    if (late && !--late) frames = window(2000, asked - 30, 61);
    if (late || !isNearEdge(frames, step)) continue;
    [requests, asked, late] = [requests + 1, framesToFetch(frames, step), 12];
  }
  assert.equal(requests, 1 + Math.floor((1000 - 48) / 33));
});

test("different frames of a lesson are the same lesson, unless it was complete before", () => {
  /** @type {(part: Partial<Lesson>) => Lesson} */
  const lesson = (part) => /** @type {Lesson} */ ({ id: "a", subject: "b", labels: {}, ...MIDDLE, ...part });
  const one = lesson({});
  assert.ok(isUnchanged(one, lesson({ first: 500 })));
  assert.ok(!isUnchanged(one, lesson({ id: "b" })));
  assert.ok(!isUnchanged(one, lesson({ subject: "a" })));
  assert.ok(!isUnchanged(one, lesson({ labels: /** @type {any} */ ({ next: "Weiter" }) })));
  assert.ok(!isUnchanged(null, one));
  const whole = window(7, 0, 8);
  assert.ok(!isUnchanged(lesson(whole), lesson(whole)));
});
