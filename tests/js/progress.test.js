import assert from "node:assert/strict";
import { test } from "node:test";

import { Progress } from "../../ui/components/progress/progress.js";

const NAME = "bpe-lab-course";

/** A browser's storage. @param {[string, string][]} entries */
function storageWith(...entries) {
  const map = new Map(entries);
  const storage = {
    getItem: (/** @type {string} */ name) => map.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ text) => void map.set(name, text),
    removeItem: (/** @type {string} */ name) => void map.delete(name),
  };
  return () => storage;
}

const NOTHING = { answers: {}, done: {}, boxes: {} };

test("exercises done on an earlier visit or in another tab stay done", () => {
  const storage = storageWith();
  const [first, second] = [new Progress(storage), new Progress(storage)];
  first.add({ answers: { ties: 2 }, done: { ties: "u g" }, boxes: {} }, []);
  const both = { answers: { bytes: 0, ties: 2 }, done: { bytes: "10", ties: "u g" }, boxes: {} };
  const told = { answers: { bytes: 0, ties: 1 }, done: { bytes: "10" }, boxes: {} }; // the first answer to a question counts
  assert.deepEqual(second.add(told, ["bytes", "ties"]), both);
  assert.deepEqual(first.add(NOTHING, ["bytes", "ties"]), both);
  assert.deepEqual(new Progress(storage).add(NOTHING, ["ties", "words"]), {
    ...NOTHING,
    answers: { ties: 2 },
    done: { ties: "u g" },
  });
});

test("progress stored as a list by earlier versions still counts", () => {
  const progress = new Progress(storageWith([NAME, '["ties"]']));
  assert.deepEqual(progress.add(NOTHING, ["ties"]), { ...NOTHING, done: { ties: "" } });
});

test("restarting some chapters keeps the progress in others", () => {
  const storage = storageWith();
  const progress = new Progress(storage);
  progress.add({ answers: { ties: 2, spelling: 1 }, done: { ties: "u g" }, boxes: {} }, []);
  progress.forget(["ties", "bytes"]);
  const left = { ...NOTHING, answers: { spelling: 1 } };
  for (const first of [progress, new Progress(storage)])
    assert.deepEqual(first.add(NOTHING, ["ties", "spelling"]), left);
});

test("repeated exercises are stored in order, and forgotten with their chapter", () => {
  const storage = storageWith();
  const progress = new Progress(storage);
  assert.deepEqual(progress.asked, []);
  for (const part of ["ties", "bytes/2", "ties"]) progress.ask(part);
  assert.deepEqual(new Progress(storage).asked, ["bytes/2", "ties"]);
  progress.forget(["bytes"]);
  assert.deepEqual(progress.asked, ["ties"]);
});

test("missed exercises stay in their last box, and are forgotten with their chapter", () => {
  const storage = storageWith();
  const [first, second] = [new Progress(storage), new Progress(storage)];
  first.add({ ...NOTHING, boxes: { "bytes/2": [2, 20], ties: [1, 5] } }, []);
  const told = { ...NOTHING, boxes: { "bytes/2": /** @type {[number, number]} */ ([1, 10]) } };
  assert.deepEqual(second.add(told, ["bytes"]).boxes, { "bytes/2": [2, 20] });
  first.forget(["bytes"]);
  assert.deepEqual(second.add(NOTHING, ["bytes", "ties"]).boxes, { ties: [1, 5] });
  const nonsense = { a: [9, 1], b: [1], c: 3, d: [1, 1e12], e: ["1", 2], f: [1, 7] };
  const read = new Progress(storageWith([NAME, JSON.stringify({ boxes: nonsense })]));
  assert.deepEqual(read.add(NOTHING, [..."abcdef"]).boxes, { f: [1, 7] });
});

test("without valid browser storage, progress lasts as long as the page", () => {
  const refuse = () => {
    throw new Error("SecurityError");
  };
  const full = () => ({ getItem: () => null, setItem: refuse, removeItem: () => {} });
  const nonsense = ["{", '{"a": 1}', "[]", "1", "null", '{"answers": 3, "done": null}'];
  const held = { ...NOTHING, answers: { ties: 0 } };
  for (const storage of [refuse, full, ...nonsense.map((text) => storageWith([NAME, text]))]) {
    const progress = new Progress(storage);
    assert.deepEqual(progress.add(held, ["ties"]), held);
    assert.deepEqual(progress.add(NOTHING, ["ties"]), held);
    progress.forget(["ties"]);
    assert.deepEqual(progress.add(NOTHING, ["ties"]), NOTHING);
  }
});

test("the last position is stored per course for the next visit", () => {
  const storage = storageWith();
  new Progress(storage).stop("chapter", "ties");
  new Progress(storage).stop("topic", "spaces");
  assert.equal(new Progress(storage).stopped("chapter"), "ties");
  assert.equal(new Progress(storage).stopped("topic"), "spaces");
  assert.equal(new Progress(storageWith()).stopped("chapter"), "");
});
