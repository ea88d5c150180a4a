// A teacher's text on phones: its marks are rendered or stay what they are.

import assert from "node:assert/strict";
import { test } from "node:test";

import { slideLines } from "../../ui/classroom/phone/slide_text.js";

const bold = (/** @type {string} */ text) => ({ text, isBold: true });
const plain = (/** @type {string} */ text) => ({ text, isBold: false });

test("headings, list entries and bold words are rendered, and other symbols stay", () => {
  assert.deepEqual(slideLines("# Key points\nCount **pairs**, then merge\n- one\n\n"), [
    { kind: "h2", parts: [plain("Key points")] },
    { kind: "p", parts: [plain("Count "), bold("pairs"), plain(", then merge")] },
    { kind: "li", parts: [plain("one")] },
    { kind: "p", parts: [] },
    { kind: "p", parts: [] },
  ]);
  assert.deepEqual(slideLines("2 ** 3 ** 4")[0].parts, [plain("2 ** 3 ** 4")]);
  assert.deepEqual(slideLines("##The token ##ing")[0], { kind: "p", parts: [plain("##The token ##ing")] });
  assert.deepEqual(slideLines("<b>1</b>")[0].parts, [plain("<b>1</b>")]);
});
