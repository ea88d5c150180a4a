import assert from "node:assert/strict";
import { test } from "node:test";

import {
  actionOf,
  isClicker,
  isTyped,
  OWN_ARROW_KEYS,
  PRESSED_BY_SPACE,
  TEXT_FIELDS,
} from "../../ui/player/keyboard.js";

const NO_MODIFIER = { altKey: false, ctrlKey: false, metaKey: false, defaultPrevented: false };
const nowhere = () => false;

/** @param {string} key */
const pressed = (key) => ({ ...NO_MODIFIER, key });

test("the player handles arrows, a clicker, Home, End and space, but no other or handled keys", () => {
  const keys = ["ArrowRight", "PageDown", "ArrowLeft", "PageUp", "Home", "End", " ", "f"];
  const actions = ["next", "next", "back", "back", "first", "last", "play", "present"];
  assert.deepEqual(
    keys.map((key) => actionOf(pressed(key), nowhere)),
    actions,
  );
  for (const key of ["b", "Enter", "Tab", "ArrowUp", "constructor"]) {
    assert.equal(actionOf(pressed(key), nowhere), undefined, key);
  }
  for (const name of ["altKey", "ctrlKey", "metaKey", "defaultPrevented"]) {
    assert.equal(actionOf({ ...pressed("ArrowRight"), [name]: true }, nowhere), undefined, name);
  }
});

test("the player handles no key in a text field", () => {
  for (const key of ["ArrowRight", "Home", " "]) {
    assert.equal(
      actionOf(pressed(key), (selector) => selector === TEXT_FIELDS),
      undefined,
      key,
    );
  }
});

test("a clicker works in a text field too", () => {
  const typing = (/** @type {string} */ selector) => selector === TEXT_FIELDS;
  assert.deepEqual(
    ["PageDown", "PageUp"].map((key) => [actionOf(pressed(key), typing), isTyped(pressed(key), typing)]),
    [
      ["next", false],
      ["back", false],
    ],
  );
  assert.equal(isTyped(pressed("ArrowRight"), typing), true);
  assert.equal(isTyped(pressed("ArrowRight"), nowhere), false);
});

test("lists and buttons keep their arrow keys, and a clicker is recognized", () => {
  const onButton = (/** @type {string} */ selector) => selector === PRESSED_BY_SPACE;
  assert.equal(actionOf(pressed(" "), onButton), undefined);
  assert.equal(actionOf(pressed("ArrowRight"), onButton), "next");
  const moving = (/** @type {string} */ selector) => selector === OWN_ARROW_KEYS;
  for (const key of ["ArrowRight", "Home", " "]) assert.equal(actionOf(pressed(key), moving), undefined, key);
  assert.equal(actionOf(pressed("PageDown"), moving), "next");
  assert.equal(actionOf(pressed("PageUp"), moving), "back");
  const sent = ["PageDown", "PageUp", "ArrowRight", "f", " "].map((key) => isClicker(pressed(key)));
  assert.deepEqual(sent, [true, true, false, false, false]);
});
