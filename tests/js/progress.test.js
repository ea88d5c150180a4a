import assert from "node:assert/strict";
import { test } from "node:test";

import { Progress } from "../../ui/components/chapters/progress.js";

const NAME = "bpe-lab-course";

/** What a browser keeps. @param {[string, string][]} held */
function place(...held) {
  const map = new Map(held);
  return {
    getItem: (/** @type {string} */ name) => map.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ text) => void map.set(name, text),
  };
}

test("what was done on an earlier visit or in another tab stays done", () => {
  const kept = place();
  const [one, other] = [new Progress(kept), new Progress(kept)];
  one.add(["ties"]);
  assert.deepEqual([...other.add(["bytes"])].sort(), ["bytes", "ties"]);
  assert.deepEqual([...one.add([])].sort(), ["bytes", "ties"]);
  assert.deepEqual([...new Progress(kept).add([])].sort(), ["bytes", "ties"]);
});

test("where a browser keeps nothing or nonsense, progress lasts as long as the page", () => {
  const refusing = {
    getItem: () => null,
    setItem: () => {
      throw new Error("QuotaExceededError");
    },
  };
  for (const kept of [null, refusing, place([NAME, "{"]), place([NAME, '{"a": 1}']), place([NAME, "[1, null]"])]) {
    const progress = new Progress(kept);
    assert.deepEqual([...progress.add(["ties"])], ["ties"]);
    assert.deepEqual([...progress.add([])], ["ties"]);
  }
});
