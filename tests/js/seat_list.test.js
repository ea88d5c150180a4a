// Where the phones of a class come from, as the teacher's page sums it up.

import assert from "node:assert/strict";
import { test } from "node:test";

import { sourceName, sourcesOf } from "../../ui/classroom/teacher/seat_list.js";

/** @typedef {import("../../ui/classroom/teacher/contract").Seat} Seat */

let number = 0;
/** A phone that stays and has voted. @param {Partial<Seat>} about @returns {Seat} */
const seat = (about) => ({
  ...{ phone: String((number += 1)), source: 1, joined: 0, here: true, stayed: true },
  ...{ votes: 1, quick: false, removed: false, blocked: false, ...about },
});

test("each source has a letter", () => {
  assert.deepEqual([1, 2, 26, 27, 52, 53, 702, 703].map(sourceName), ["A", "B", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
});

test("phones are grouped by source, the most suspicious first, then the largest", () => {
  const honest = [seat({}), seat({}), seat({ votes: 0, stayed: false })]; // the last one has just come
  const small = [seat({ source: 2 })];
  const odd = [seat({ source: 3, quick: true }), seat({ source: 3, here: false, stayed: false })];
  const sums = sourcesOf([...honest, ...small, ...odd]).map(({ source, phones, votes, quick, glimpsed }) => [
    source,
    ...[phones.length, votes, quick, glimpsed],
  ]);
  assert.deepEqual(sums, [
    [3, 2, 2, 1, 1],
    [1, 3, 2, 0, 0],
    [2, 1, 1, 0, 0],
  ]);
});

test("removed phones are not counted, and can be readmitted", () => {
  const [found] = sourcesOf([seat({}), seat({ removed: true, quick: true, here: false, stayed: false })]);
  assert.deepEqual([found.phones.length, found.removed.length], [1, 1]);
  assert.deepEqual([found.votes, found.quick, found.glimpsed], [1, 0, 0]);
});
