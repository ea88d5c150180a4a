// How a page is divided into screens.

import assert from "node:assert/strict";
import { test } from "node:test";

import { screensOf } from "../../ui/classroom/plans/component/page_deck.js";

const part = (/** @type {number} */ height) => ({ height, isHeading: false });
const heading = { height: 30, isHeading: true };

test("parts share a screen with their heading while they fit, and tall ones are alone", () => {
  assert.deepEqual(screensOf([part(100), part(190), part(100)], 300, 10), [[0, 1], [2]]);
  assert.deepEqual(screensOf([part(100), part(191), part(100)], 300, 10), [[0], [1], [2]]);
  assert.deepEqual(screensOf([part(50), heading, part(50), heading, part(400), part(10)], 300, 10), [
    [0],
    [1, 2],
    [3, 4],
    [5],
  ]);
  assert.deepEqual(screensOf([part(50), part(500), part(50)], 300, 10), [[0], [1], [2]]);
  assert.deepEqual(screensOf([], 300, 10), []);
});
