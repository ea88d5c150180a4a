// A lesson that the servers' shared store has kept since before an update: the parts of it had other names.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";

import { withCurrentNames } from "../../ui/classroom/phone/stored_lesson.js";
import { spaceNeeded } from "../../ui/player/space_needed.js";

const PACKED = new URL("../data/stored_lesson_0.2.json.gz", import.meta.url);
const stored = JSON.parse(gunzipSync(readFileSync(PACKED)).toString());

test("lessons stored before an update are read in the current form", () => {
  assert.ok(stored.frames.every((/** @type {object} */ frame) => "board" in frame && !("candidates" in frame)));
  const lesson = withCurrentNames(stored);
  // hug 10, pug 5, pun 12, bun 4, hugs 5: "ug" occurs 20 times, "un" 16 times.
  const first = lesson.frames[0].candidates.map(({ value }) => value);
  assert.deepEqual(first.slice(0, 3), ["20", "17", "16"]);
  assert.ok(!("board" in lesson.frames[0]));
  assert.ok(spaceNeeded({ lesson, notation: "symbols" }).rows >= first.length);
  assert.deepEqual(lesson.nextStepLinks, []);
});

test("lessons stored in the current form are unchanged", () => {
  const lesson = withCurrentNames(stored);
  assert.deepEqual(withCurrentNames(lesson), lesson);
});
