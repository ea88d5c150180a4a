import assert from "node:assert/strict";
import { test } from "node:test";

import { lineEnds } from "../../ui/components/text_path/line_breaks.js";

test("lines break at good positions between characters, and text that fits is one line", () => {
  assert.deepEqual(lineEnds({ columns: 5, breaks: [1, 2, 3, 4, 5], good: [] }, 5), [5]);
  assert.deepEqual(lineEnds({ columns: 0, breaks: [], good: [] }, 5), []);
  const breaks = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  assert.deepEqual(lineEnds({ columns: 10, breaks, good: [4, 8] }, 5), [4, 8, 10]);
  assert.deepEqual(lineEnds({ columns: 10, breaks, good: [2] }, 5), [5, 10]);
  assert.deepEqual(lineEnds({ columns: 9, breaks: [3, 6, 9], good: [] }, 5), [3, 6, 9]);
});
