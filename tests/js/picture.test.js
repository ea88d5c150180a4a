import assert from "node:assert/strict";
import { test } from "node:test";

import { shares } from "../../ui/components/picture/picture.js";

const bar = (/** @type {number} */ amount, step = 0) => ({ amount, step });

test("bars are shares of the longest of all steps", () => {
  const nodes = [bar(1), bar(4, 1), bar(2), bar(3, 1)];
  assert.deepEqual(shares(nodes, 0), [0.25, null, 0.5, null]);
  assert.deepEqual(shares(nodes, 1), [0.25, 1, 0.5, 0.75]);
  assert.deepEqual(shares([bar(0)], 0), [0]);
  assert.deepEqual(shares([bar(5, 1)], 0), [null]);
});
