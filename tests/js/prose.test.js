import assert from "node:assert/strict";
import { test } from "node:test";

import { productParts, quotedParts } from "../../ui/components/prose.js";

/** @param {string} text */
const boxed = (text) => quotedParts(text).filter((_, place) => place % 2);

test("quoted tokens and samples become boxes, with their quotation marks, in every language", () => {
  assert.deepEqual(boxed("It is cut into “str” + “aw” + “berry”."), ["“str”", "“aw”", "“berry”"]);
  assert.deepEqual(boxed("«##g», то есть g внутри слова, и «·the»."), ["«##g»", "«·the»"]);
  assert.deepEqual(boxed("“学”是 3 个字节，“我爱北京。你呢？”是 8 个字符。"), ["“学”", "“我爱北京。你呢？”"]);
  assert.deepEqual(boxed("“\u2068مر\u2069” and “s”, “,”, “it's”"), ["“\u2068مر\u2069”", "“s”", "“,”", "“it's”"]);
  assert.deepEqual(boxed(`“${"a".repeat(32)}”`), [`“${"a".repeat(32)}”`]); // names in sentences are no longer
});

test("sentences, titles, names of rules and long texts keep their quotation marks", () => {
  const texts = [
    "“How much wood”, “Smallest id”",
    "«Кто\u00a0раньше»",
    "“tea 🍵”",
    `“${"a".repeat(40)}”`,
    'it’s 5″ or "x"',
  ];
  for (const text of texts) assert.deepEqual(quotedParts(text), [text]);
});

test("short products stay on one line", () => {
  const names = (/** @type {string} */ text) => productParts(text).filter((_, place) => place % 2);
  assert.deepEqual(names("A: 5 ÷ (20 × 5) = 1/20, B: 0,0357 × 2/28."), ["5 ÷ (20 × 5)", "0,0357 × 2/28"]);
  assert.deepEqual(names("½ × 1 + ¼ × 2 = 1.75, 1 × 3 + 3 × (−1) = 0"), ["½ × 1", "¼ × 2", "1 × 3", "3 × (−1)"]);
  assert.deepEqual(names("50\u00a0257\u00a0× 768; 5 × 6 × 7 × 8"), ["50\u00a0257\u00a0× 768", "5 × 6 × 7"]);
  assert.deepEqual(names("4.1 times, 2 + 3, the count ÷ the others"), []);
});

test("no character is lost", () => {
  const text = "“h” + “ug”: «h» и «ug», “a b”, “unfinished";
  assert.equal(quotedParts(text).join(""), text);
});
