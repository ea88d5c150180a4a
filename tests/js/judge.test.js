import assert from "node:assert/strict";
import { test } from "node:test";

import { isRight } from "../../ui/playing/judge.js";

test("numbers are read as people write them, and nothing else is one", () => {
  for (const typed of ["38597376", "38 597 376", "38,597,376", "38.597.376", "３８５９７３７６"])
    assert.equal(isRight("number", typed, "38597376"), true, typed);
  for (const typed of ["", "many", "38597375", "38597376 or 7", "NaN", "1e9", "3859737.6"])
    assert.equal(isRight("number", typed, "38597376"), false, typed);
  assert.equal(isRight("number", "0", "15"), false);
});

test("a share is a quotient, a decimal or a percentage, and may be rounded", () => {
  for (const typed of ["1/36", "0.0278", "0,0278", "2.78%", "1 : 36"])
    assert.equal(isRight("share", typed, "1/36"), true, typed);
  for (const typed of ["1/35", "0.03", "1/0", "36"]) assert.equal(isRight("share", typed, "1/36"), false, typed);
});

test("a share below one is no number with groups of three figures", () => {
  for (const typed of ["0.125", "0,125", "1/8", "12.5%"]) assert.equal(isRight("share", typed, "1/8"), true, typed);
  assert.equal(isRight("share", "0.040", "1/25"), true);
});

test("a byte is a number or two signs of hex", () => {
  for (const typed of ["10", "0A", "0x0a", "\\x0A"]) assert.equal(isRight("byte", typed, "10"), true, typed);
  for (const typed of ["A", "0B", ""]) assert.equal(isRight("byte", typed, "10"), false, typed);
});

test("tokens are told by whatever stands between them, a text by its words", () => {
  for (const typed of ["a bc", "“a” + “bc”", "a|bc", "a, bc"]) assert.equal(isRight("tokens", typed, "a bc"), true);
  for (const typed of ["abc", "bc a", ""]) assert.equal(isRight("tokens", typed, "a bc"), false);
  assert.equal(isRight("tokens", "[UNK] a".replace(/[[\]]/g, ""), "UNK a"), true);
  assert.equal(isRight("text", " “the·end” ", "the end"), true);
  assert.equal(isRight("text", "the", "the end"), false);
});
