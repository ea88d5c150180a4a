import assert from "node:assert/strict";
import { test } from "node:test";

import { tokenParts } from "../../ui/course/browser/question.js";

test("an option of several tokens has parts, and a sentence or a single token has none", () => {
  assert.deepEqual(tokenParts("“h” + “u”"), ["“", "h", "” + “", "u", "”"]);
  assert.deepEqual(tokenParts("«h» + «u»"), ["«", "h", "» + «", "u", "»"]);
  const three = "“·wh” + “al” + “eman”";
  assert.deepEqual(
    tokenParts(three).filter((_, place) => place % 2),
    ["·wh", "al", "eman"],
  );
  assert.equal(tokenParts(three).join(""), three);
  for (const text of ["“mug”", "10 tokens", "“world” in both, and a token for the space", "“hug”: it’s rarer"])
    assert.deepEqual(tokenParts(text), []);
});
