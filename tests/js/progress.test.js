import assert from "node:assert/strict";
import { test } from "node:test";

import { Progress } from "../../ui/components/chapters/progress.js";

const NAME = "bpe-lab-course";

/** Where a browser keeps things. @param {[string, string][]} held */
function place(...held) {
  const map = new Map(held);
  const kept = {
    getItem: (/** @type {string} */ name) => map.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ text) => void map.set(name, text),
    removeItem: (/** @type {string} */ name) => void map.delete(name),
  };
  return () => kept;
}

const NOTHING = { answers: {}, done: {} };

test("what was done on an earlier visit or in another tab stays done", () => {
  const kept = place();
  const [one, other] = [new Progress(kept), new Progress(kept)];
  one.add({ answers: { ties: 2 }, done: { ties: "u g" } }, []);
  const both = { answers: { bytes: 0, ties: 2 }, done: { bytes: "10", ties: "u g" } };
  const told = { answers: { bytes: 0, ties: 1 }, done: { bytes: "10" } }; // the first answer to a question counts
  assert.deepEqual(other.add(told, ["bytes", "ties"]), both);
  assert.deepEqual(one.add(NOTHING, ["bytes", "ties"]), both);
  assert.deepEqual(new Progress(kept).add(NOTHING, ["ties", "words"]), { answers: { ties: 2 }, done: { ties: "u g" } });
});

test("what was kept as a list before is done still", () => {
  const progress = new Progress(place([NAME, '["ties"]']));
  assert.deepEqual(progress.add(NOTHING, ["ties"]), { answers: {}, done: { ties: "" } });
});

test("who begins some chapters again keeps what was done in others", () => {
  const kept = place();
  const progress = new Progress(kept);
  progress.add({ answers: { ties: 2, spelling: 1 }, done: { ties: "u g" } }, []);
  progress.forget(["ties", "bytes"]);
  const left = { answers: { spelling: 1 }, done: {} };
  for (const one of [progress, new Progress(kept)]) assert.deepEqual(one.add(NOTHING, ["ties", "spelling"]), left);
});

test("where a browser keeps nothing or nonsense, progress lasts as long as the page", () => {
  const refuse = () => {
    throw new Error("SecurityError");
  };
  const full = () => ({ getItem: () => null, setItem: refuse, removeItem: () => {} });
  const nonsense = ["{", '{"a": 1}', "[]", "1", "null", '{"answers": 3, "done": null}'];
  const held = { answers: { ties: 0 }, done: {} };
  for (const kept of [refuse, full, ...nonsense.map((text) => place([NAME, text]))]) {
    const progress = new Progress(kept);
    assert.deepEqual(progress.add(held, ["ties"]), held);
    assert.deepEqual(progress.add(NOTHING, ["ties"]), held);
    progress.forget(["ties"]);
    assert.deepEqual(progress.add(NOTHING, ["ties"]), NOTHING);
  }
});
