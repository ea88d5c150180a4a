// Checks the result of a learner's function: whether it is right, and if not, the first difference.

import { fillTemplate, isEqual } from "../dom.js";

/** @import {FunctionTest, CodeLabels, ReferenceMerges} from "../contract" */

/** @typedef {{ text: string, differs: boolean }} Cell A token, and whether the other row has another one there. */
/** @typedef {{ heads: string[], rows: [title: string, tokens: Cell[], count?: string][] }} Table */
/** @typedef {{ isRight: boolean, messages: string[], table?: Table }} Judged */
/** @typedef {[left: string, right: string, count: number]} Counted */

const LONGEST = 60; // characters of a symbol that are shown
const BETWEEN = ", "; // as in a Python list, in any language

/** @param {string} text */
const short = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** @param {string[]} symbols */
const written = (symbols) => `[${symbols.map((symbol) => `"${short(symbol)}"`).join(BETWEEN)}]`;

/** Return tokens, and where others stand. @param {readonly string[]} tokens @param {readonly string[]} others @returns {Cell[]} */
function cellsOf(tokens, others) {
  const placed = (/** @type {readonly string[]} */ all) =>
    all.map((text, place) => `${all.slice(0, place).join("").length} ${text}`);
  const there = new Set(placed(others));
  return placed(tokens).map((key, place) => ({ text: short(tokens[place]), differs: !there.has(key) }));
}

/** @param {CodeLabels} labels @param {readonly [string, string, ...unknown[]]} pair */
const pairOf = (labels, [left, right]) => fillTemplate(labels.pair, { left: short(left), right: short(right) });

/** Compare a result with the one expected. @param {FunctionTest} check @param {any} value @param {CodeLabels} labels @returns {Judged} */
export function checkResult(check, value, labels) {
  if (check.returns === "counts") return checkCounts(check.counts, value, labels);
  if (check.merges) return checkMerges(check.merges, value, labels);
  const isRight = isEqual(check.symbols, value);
  const [found, expected] = [written(value), written(check.symbols)];
  if (isRight) return { isRight, messages: [] };
  const messages = [fillTemplate(labels.comes, { call: check.shown, found, expected })];
  /** @type {Table} */
  const table = {
    heads: [],
    rows: [
      [labels.yours, cellsOf(value, check.symbols)],
      [labels.here, cellsOf(check.symbols, value)],
    ],
  };
  return { isRight, messages, table };
}

/** @param {Counted[]} expected @param {Counted[]} found @param {CodeLabels} labels @returns {Judged} */
function checkCounts(expected, found, labels) {
  const key = (/** @type {Counted} */ [left, right]) => JSON.stringify([left, right]);
  const yours = new Map(found.map((row) => [key(row), row[2]]));
  for (const row of expected) {
    const values = { pair: pairOf(labels, row), count: row[2], found: yours.get(key(row)) };
    if (values.found === row[2]) continue;
    return {
      isRight: false,
      messages: [fillTemplate(values.found === undefined ? labels.missing : labels.differs, values)],
    };
  }
  const there = new Set(expected.map(key));
  const extra = found.find((row) => !there.has(key(row)) && row[2] !== 0);
  if (!extra) return { isRight: true, messages: [] };
  return { isRight: false, messages: [fillTemplate(labels.extra, { pair: pairOf(labels, extra), found: extra[2] })] };
}

/** Find the first merge that differs, explained as on the page Check your merges. @param {ReferenceMerges} here @param {[string, string][]} found @param {CodeLabels} labels @returns {Judged} */
function checkMerges({ merges, all }, found, labels) {
  const step = merges.findIndex(({ pair }, number) => !isEqual(pair, found[number]));
  if (step < 0) {
    if (found.length === merges.length) return { isRight: true, messages: [all] };
    return { isRight: false, messages: [fillTemplate(labels.long, { count: merges.length })] };
  }
  if (step >= found.length) {
    return { isRight: false, messages: [fillTemplate(labels.short, { found: found.length, count: merges.length })] };
  }
  const { pair, count, headline, pairs } = merges[step];
  const theirs = found[step];
  const row = pairs.find(([left, right]) => isEqual([left, right], theirs));
  /** @type {Table} */
  const table = {
    heads: [fillTemplate(labels.merge, { number: step + 1 }), labels.first, labels.count],
    rows: [
      [labels.yours, cellsOf(theirs, pair), String(row?.[2] ?? 0)],
      [labels.here, cellsOf(pair, theirs), String(count)],
    ],
  };
  return { isRight: false, messages: [headline, ...why(merges, step, found, row, labels)], table };
}

/** @type {(merges: ReferenceMerges["merges"], step: number, found: [string, string][], row: [string, string, number, string[]] | undefined, labels: CodeLabels) => string[]} */
function why(merges, step, found, row, labels) {
  const theirs = found[step];
  const pair = pairOf(labels, theirs);
  if (row) return row[3].length ? row[3] : [fillTemplate(labels.rarer, { pair })];
  if (found.slice(0, step).some((before) => isEqual(before, theirs))) return [fillTemplate(labels.again, { pair })];
  // Symbols of one letter exist from the start; all others are made by merges.
  const made = new Set(merges.slice(0, step).map((merge) => merge.pair.join("")));
  const part = theirs.find((symbol) => [...symbol].length !== 1 && !made.has(symbol));
  if (part !== undefined) return [fillTemplate(labels.unknown, { part: short(part) })];
  return [fillTemplate(labels.gone, { pair })];
}
