import assert from "node:assert/strict";
import { test } from "node:test";

import { checkResult } from "../../ui/components/editor/check_result.js";

/** @import {FunctionTest} from "../../ui/components/contract" */

/** The name of each label with its values. @type {any} */
const labels = new Proxy(
  { pair: "{left}+{right}", comes: "{call}: {found}, not {expected}", missing: "{pair} missing {count}" },
  { get: (known, name) => Reflect.get(known, name) ?? `${String(name)} {pair} {found} {count} {number} {part}` },
);

/** @param {Partial<FunctionTest>} more @returns {FunctionTest} */
const check = (more) => ({
  title: "hug",
  call: "{}",
  shown: "f()",
  returns: "symbols",
  counts: [],
  symbols: [],
  merges: null,
  ...more,
});

test("counts are right in any order, and zeros are ignored", () => {
  const counted = check({
    returns: "counts",
    counts: [
      ["u", "g", 20],
      ["h", "u", 15],
    ],
  });
  const right = [
    ["h", "u", 15],
    ["u", "g", 20],
    ["x", "y", 0],
  ];
  assert.deepEqual(checkResult(counted, right, labels), { isRight: true, messages: [] });
  const messages = (/** @type {unknown} */ value) => checkResult(counted, value, labels).messages.join();
  assert.equal(messages([["h", "u", 15]]), "u+g missing 20");
  assert.match(
    messages([
      ["u", "g", 3],
      ["h", "u", 15],
    ]),
    /^differs u\+g 3 20/,
  );
  assert.match(messages([...right, ["g", "h", 2]]), /^extra g\+h 2/);
  // A pair is two symbols: “a”, “bc” is not “ab”, “c”.
  assert.match(messages([["ug", "", 20], ...right.slice(0, 1)]), /^u\+g missing/);
});

test("symbols are right if all are equal, and differences are shown", () => {
  const merged = check({ symbols: ["h", "ug"] });
  assert.equal(checkResult(merged, ["h", "ug"], labels).isRight, true);
  const { isRight, messages, table } = checkResult(merged, ["h", "u", "g"], labels);
  assert.deepEqual([isRight, messages], [false, ['f(): ["h", "u", "g"], not ["h", "ug"]']]);
  const marked = table?.rows.map(([, cells]) => cells.map(({ text, differs }) => `${text}${differs ? "!" : ""}`));
  assert.deepEqual(marked, [
    ["h", "u!", "g!"],
    ["h", "ug!"],
  ]);
  assert.ok(checkResult(merged, ["a".repeat(5000)], labels).messages[0].length < 200);
});

const trained = check({
  returns: "merges",
  merges: {
    all: "all",
    merges: [
      { pair: ["u", "g"], count: 20, headline: "first", pairs: [["u", "n", 16, []]] },
      { pair: ["u", "n"], count: 16, headline: "second", pairs: [["h", "ug", 16, ["a tie", "by another rule"]]] },
    ],
  },
});

test("the first merge that differs is explained with both counts", () => {
  assert.deepEqual(
    checkResult(
      trained,
      [
        ["u", "g"],
        ["u", "n"],
      ],
      labels,
    ),
    { isRight: true, messages: ["all"] },
  );
  const { isRight, messages, table } = checkResult(
    trained,
    [
      ["u", "g"],
      ["h", "ug"],
    ],
    labels,
  );
  assert.equal(isRight, false);
  assert.deepEqual(messages, ["second", "a tie", "by another rule"]);
  assert.deepEqual(
    table?.rows.map(([, cells, count]) => [...cells.map(({ text }) => text), count]),
    [
      ["h", "ug", "16"],
      ["u", "n", "16"],
    ],
  );
});

test("rarer, repeated, unknown and absent merges are each explained", () => {
  const why = (/** @type {string[][]} */ ...found) => checkResult(trained, found, labels).messages[1];
  assert.match(why(["u", "n"]), /^rarer/);
  assert.match(why(["u", "g"], ["u", "g"]), /^again/);
  assert.match(why(["h", "ug"]), /^unknown .* ug$/);
  assert.match(why(["g", "h"]), /^gone/);
  assert.match(checkResult(trained, [["u", "g"]], labels).messages[0], /^short .* 1 2/);
  const long = [
    ["u", "g"],
    ["u", "n"],
    ["h", "ug"],
  ];
  assert.match(checkResult(trained, long, labels).messages[0], /^long .* 2/);
  assert.match(checkResult(trained, [], labels).messages[0], /^short .* 0 2/);
});
