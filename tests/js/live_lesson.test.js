// The size of tokens next to a chapter's text.
import assert from "node:assert/strict";
import { test } from "node:test";

import { roomOf } from "../../ui/course/browser/live_lesson.js";

test("a long token of Chinese characters has room for them, each 1 em wide", () => {
  const text = "人人生而自由在尊严和权利上一律平等";
  const longest = /--longest: ([\d.]+)/.exec(
    roomOf([{ title: "", count: "", tokens: [[text, "", 0, false]] }]).style,
  )?.[1];
  assert.ok(Number(longest) >= text.length, `${longest} em`);
});
