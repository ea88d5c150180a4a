// When a slide began, for the clock beside its note.

import assert from "node:assert/strict";
import { test } from "node:test";

import { slidesOf, timesOf } from "../../ui/classroom/teacher/slide_note.js";

test("the plan's clock continues from slide to slide, and each slide has its own", () => {
  const first = timesOf({ place: 1 }, null, 1000);
  assert.deepEqual(first, { since: 1000, begun: 1000 });
  assert.deepEqual(timesOf({ place: 1 }, { place: 1, ...first }, 4000), { since: 1000, begun: 1000 });
  assert.deepEqual(timesOf({ place: 2 }, { place: 1, ...first }, 9000), { since: 9000, begun: 1000 });
});

test("a plan's slides are those stored, or none if an earlier version stored none", () => {
  assert.deepEqual(
    slidesOf([
      ["Counting pairs", 12],
      ["<b>", "?"],
    ]),
    [
      ["Counting pairs", 12],
      ["<b>", 0],
    ],
  );
  assert.deepEqual(slidesOf(undefined), []);
});
