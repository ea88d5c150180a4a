import assert from "node:assert/strict";
import { test } from "node:test";

import {
  chosenNotation,
  storeNotation,
  notationFromQuery,
  onNotationChange,
  effectiveNotation,
  withNotation,
} from "../../ui/components/notation.js";

test("the address sets the notation, and invalid values mean the default", () => {
  assert.deepEqual(["?view=ids", "?view=bytes", "?view=text", "?view=all", ""].map(notationFromQuery), [
    "ids",
    "hex",
    "text",
    "",
    "",
  ]);
  assert.equal(withNotation("http://127.0.0.1/train?step=2&view=ids", "hex"), "http://127.0.0.1/train?step=2&view=hex");
  assert.equal(withNotation("http://127.0.0.1/train?step=2&view=ids", ""), "http://127.0.0.1/train?step=2");
  assert.equal(effectiveNotation("symbols", ["text", "ids"], "text"), "text");
  assert.equal(effectiveNotation("ids", ["text", "ids"], "text"), "ids");
});

test("listeners are notified of each change once, until they stop listening", () => {
  let changes = 0;
  const stopListening = onNotationChange(() => (changes += 1));
  storeNotation("hex");
  storeNotation("hex");
  assert.deepEqual([changes, chosenNotation()], [1, "hex"]);
  stopListening();
  storeNotation("");
  assert.equal(changes, 1);
});
