import assert from "node:assert/strict";
import { test } from "node:test";

import { notebookCell, markedLines, lineValues } from "../../ui/player/code.js";

/** @type {import("../../ui/lessons/contract").Code} */
const code = {
  lines: ["def train(word_freqs):", "    pair = best()", "    token = pair[0] + pair[1]", ""],
  beats: { choose: [[1, ["pair", "len(pairs)"]]], merge: [[2, ["token"]]] },
  lesson: "train({})\n",
  names: "",
};
const frame = /** @type {import("../../ui/lessons/contract").Frame} */ (
  /** @type {unknown} */ ({
    codeAfter: { beat: "merge", values: { token: "'ug'" } },
    codeBefore: { beat: "choose", values: { pair: "('u', 'n')" } },
  })
);

test("at rest, the lines that ran and those that run next are marked, with their values", () => {
  const { ran, runs } = markedLines(code, frame, "rest", false);
  assert.deepEqual([ran[0].line, runs[0].line], [2, 1]);
  assert.deepEqual([lineValues(ran[0]), lineValues(runs[0])], ["token = 'ug'", "pair = ('u', 'n')"]);
});

test("each beat has its own lines", () => {
  assert.deepEqual(markedLines(code, frame, "chosen", false).ran, []);
  assert.deepEqual(markedLines(code, frame, "merged", false).runs, []);
});

test("the values do not give away the answer to a question", () => {
  const { ran, runs } = markedLines(code, frame, "rest", true);
  assert.equal(lineValues(ran[0]), "token = 'ug'");
  assert.equal(lineValues(runs[0]), "");
});

test("a frame without marked lines marks none", () => {
  const bare = { ...frame, codeAfter: undefined, codeBefore: undefined };
  assert.deepEqual(markedLines(code, bare, "rest", false), { ran: [], runs: [] });
});

test("a notebook cell has the code, two empty lines and the lesson", () => {
  assert.equal(notebookCell(code), `${code.lines.slice(0, 3).join("\n")}\n\n\ntrain({})\n`);
});
