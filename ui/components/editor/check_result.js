// Checks the result of a learner's function: whether it is right, and if not, the first difference.

import { fillTemplate, isEqual } from "../dom.js";

/** @import {FunctionTest, CodeLabels, ReferenceMerges} from "../contract" */

/** @typedef {{ text: string, differs: boolean }} Cell A token, and whether the other row differs there. */
/** @typedef {{ heads: string[], rows: [title: string, tokens: Cell[], count?: string][] }} Table */
/** @typedef {{ isRight: boolean, messages: string[], table?: Table }} CheckResult */
/** @typedef {[left: string, right: string, count: number]} Counted */

const MAX_SYMBOL = 60; // characters of a symbol that are shown
const SEPARATOR = ", "; // as in a Python list, in any language

/** @param {string} text */
const short = (text) => (text.length > MAX_SYMBOL ? `${text.slice(0, MAX_SYMBOL)}…` : text);

/** @param {string[]} symbols */
const formatList = (symbols) => `[${symbols.map((symbol) => `"${short(symbol)}"`).join(SEPARATOR)}]`;

/** Return tokens, and whether the other row has each at the same place. @param {readonly string[]} tokens @param {readonly string[]} others @returns {Cell[]} */
function cellsOf(tokens, others) {
  const keysOf = (/** @type {readonly string[]} */ all) =>
    all.map((text, place) => `${all.slice(0, place).join("").length} ${text}`);
  const otherKeys = new Set(keysOf(others));
  return keysOf(tokens).map((key, place) => ({ text: short(tokens[place]), differs: !otherKeys.has(key) }));
}

/** @param {CodeLabels} labels @param {readonly [string, string, ...unknown[]]} pair */
const pairOf = (labels, [left, right]) => fillTemplate(labels.pair, { left: short(left), right: short(right) });

/** Compare a result with the one expected. @param {FunctionTest} check @param {any} value @param {CodeLabels} labels @returns {CheckResult} */
export function checkResult(check, value, labels) {
  if (check.returns === "counts") return checkCounts(check.counts, value, labels);
  if (check.merges) return checkMerges(check.merges, value, labels);
  const isRight = isEqual(check.symbols, value);
  const [found, expected] = [formatList(value), formatList(check.symbols)];
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

/** @param {Counted[]} expected @param {Counted[]} found @param {CodeLabels} labels @returns {CheckResult} */
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
  const expectedKeys = new Set(expected.map(key));
  const extra = found.find((row) => !expectedKeys.has(key(row)) && row[2] !== 0);
  if (!extra) return { isRight: true, messages: [] };
  return { isRight: false, messages: [fillTemplate(labels.extra, { pair: pairOf(labels, extra), found: extra[2] })] };
}

/** Find the first merge that differs, explained as on the page Check your merges. @param {ReferenceMerges} reference @param {[string, string][]} found @param {CodeLabels} labels @returns {CheckResult} */
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
  return { isRight: false, messages: [headline, ...explainMerge(merges, step, found, row, labels)], table };
}

/** @type {(merges: ReferenceMerges["merges"], step: number, found: [string, string][], row: [string, string, number, string[]] | undefined, labels: CodeLabels) => string[]} */
function explainMerge(merges, step, found, row, labels) {
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
