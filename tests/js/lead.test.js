// One window of a browser leads a class; the others do nothing until they take over.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Lead } from "../../ui/classroom/teacher/lead.js";

const [CODE, OTHER] = ["123456789", "987654321"];

/** Two windows of one browser. */
function windows() {
  /** @type {Map<string, string>} */ const stored = new Map();
  const store = {
    get: (/** @type {string} */ name) => stored.get(name) ?? null,
    set: (/** @type {string} */ name, /** @type {string} */ text) => void stored.set(name, text),
    remove: (/** @type {string} */ name) => void stored.delete(name),
  };
  return [new Lead(store, "projector"), new Lead(store, "notes")];
}

test("the first window to show something leads, and later ones do not", () => {
  const [projector, notes] = windows();
  assert.deepEqual([projector.isMine(CODE), projector.isFree(CODE)], [false, true]);
  assert.equal(projector.claim(CODE), true);
  assert.equal(notes.claim(CODE), false);
  assert.deepEqual([projector.isMine(CODE), notes.isMine(CODE), notes.isFree(CODE)], [true, false, false]);
});

test("another window takes over with a button, and the first stops leading", () => {
  const [projector, notes] = windows();
  projector.claim(CODE);
  notes.takeOver(CODE);
  assert.equal(projector.claim(CODE), false);
  assert.equal(notes.isMine(CODE), true);
});

test("a closing leader leaves the lead to the next window to show something; other windows change nothing", () => {
  const [projector, notes] = windows();
  projector.claim(CODE);
  notes.release(CODE);
  assert.equal(projector.isMine(CODE), true);
  projector.release(CODE);
  assert.equal(notes.isFree(CODE), true);
  assert.equal(notes.claim(CODE), true);
});

test("each class has its own lead", () => {
  const [projector, notes] = windows();
  projector.claim(CODE);
  assert.equal(notes.claim(OTHER), true);
});
