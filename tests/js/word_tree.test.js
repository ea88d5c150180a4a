import assert from "node:assert/strict";
import { test } from "node:test";

import { firstSeen, linesOfIds, linesOfWords, seenColumns, wordTree } from "../../ui/player/word_tree.js";

/** @import {Node, Tree} from "../../ui/player/word_tree.js" */
/** @typedef {[tokens: string[], hits?: number[], fresh?: number[]]} Step */

/** A lesson of tokens by name; each step is its tokens, with the places that merge next and those just made. @type {(names: string[], steps: Step[]) => any} */
const lessonOf = (names, steps) => ({
  moreWords: 0,
  first: 0,
  aligned: false,
  tokens: names.map((name, id) => [name, name, id, id]),
  merges: steps.slice(1).map((_, place) => ({ parts: [], made: 0, value: `${place}`, rank: `rank ${place}`, sum: "" })),
  frames: steps.map(([tokens, hits = [], fresh = []]) => {
    const numbers = tokens.map((name) => names.indexOf(name));
    const row = { label: "", tokens: numbers, hits, fresh, before: "", after: "" };
    return { words: [row], places: [], changed: [], chips: numbers.map((number) => [number, `${number}`]) };
  }),
});
/** @param {any} lesson */
const treeOf = (lesson) => /** @type {Tree} */ (wordTree(lesson));
/** Each token as its name, columns and level. @type {(names: string[], nodes: Node[]) => string[]} */
const drawn = (names, nodes) =>
  nodes.map(({ number, start, end, level }) => `${names[number]} ${start}-${end} ${level}`);

test("a merge spans its parts, one level below the lower, with its rank where they meet", () => {
  const names = ["u", "n", "h", "g", "ug", "un", "hug"];
  const tree = treeOf(
    lessonOf(names, [
      [["u", "n", "h", "u", "g"], [3]],
      [["u", "n", "h", "ug"], [0], [3]],
      [["un", "h", "ug"], [1], [0]],
      [["un", "hug"], [], [1]],
    ]),
  );
  assert.equal(tree.columns, 5);
  assert.equal(tree.levels, 3);
  assert.deepEqual(drawn(names, tree.stands[1][0].now), ["u 0-1 0", "n 1-2 0", "h 2-3 0", "ug 3-5 1"]);
  assert.deepEqual(drawn(names, tree.stands[3][0].now), ["un 0-2 1", "hug 2-5 2"]);
  assert.deepEqual(drawn(names, tree.stands[3][0].past).length, 6);
  assert.deepEqual([tree.stands[3][0].now[1].rank, tree.stands[3][0].now[1].seam], ["2", 3]);
  assert.deepEqual(tree.stands[1][0].ids, ["0", "1", "2", "4"]);
  assert.equal(tree.hasIds, true);
});

test("a pair that merges in several places has a token in each", () => {
  const names = ["b", "a", "n", "an"];
  const tree = treeOf(
    lessonOf(names, [
      [
        ["b", "a", "n", "a", "n", "a"],
        [1, 3],
      ],
      [["b", "an", "an", "a"], [], [1, 2]],
    ]),
  );
  assert.deepEqual(drawn(names, tree.stands[1][0].now), ["b 0-1 0", "an 1-3 1", "an 3-5 1", "a 5-6 0"]);
});

test("without merges, a token spans its letters, and single symbols stay", () => {
  const names = ["u", "##n", "##s", "un", "unhug", "hug", "h", "g"];
  const taken = treeOf(lessonOf(names, [[["u", "##n", "##s"]], [["un", "##s"], [], [0]], [["un", "##s"], [], [1]]]));
  assert.deepEqual(drawn(names, taken.stands[2][0].now), ["un 0-2 1", "##s 2-3 0"]);
  const longest = treeOf(lessonOf(names, [[["unhug"]], [["un", "hug"], [], [1]]]));
  assert.deepEqual(drawn(names, longest.stands[1][0].now), ["un 0-2 1", "hug 2-5 1"]);
});

test("a text that is normalized first starts a new tree", () => {
  const names = ["h", "i", "_", "_h"];
  const tree = treeOf(lessonOf(names, [[["h", "i"]], [["_", "h", "i"], [0]], [["_h", "i"], [], [0]]]));
  assert.deepEqual(drawn(names, tree.stands[1][0].now), ["_ 0-1 0", "h 1-2 0", "i 2-3 0"]);
  assert.deepEqual(drawn(names, tree.stands[2][0].now), ["_h 0-2 1", "i 2-3 0"]);
  assert.equal(tree.columns, 3);
});

test("words that do not fit side by side are in several lines, and a too long word has its own", () => {
  const fit = { room: 10, space: 1 };
  assert.deepEqual(linesOfWords([4, 5], fit), [[0, 2]]);
  assert.deepEqual(linesOfWords([4, 6], fit), [
    [0, 1],
    [1, 2],
  ]);
  assert.deepEqual(linesOfWords([2, 2, 2, 12, 3, 3], fit), [
    [0, 3],
    [3, 4],
    [4, 6],
  ]);
});

test("ids are below the tokens only if the strip has no other content", () => {
  const names = ["h", "i"];
  const lesson = lessonOf(names, [[["h", "i"]]]);
  lesson.frames[0].chips = [[0, "1: −2.01"]];
  assert.equal(treeOf(lesson).hasIds, false);
});

test("each of several words has its own columns, with ids in order", () => {
  const names = ["h", "i", "hi", "!"];
  const lesson = lessonOf(names, [
    [["h", "i"], [0]],
    [["hi"], [], [0]],
  ]);
  for (const frame of lesson.frames) {
    frame.words.push({ ...frame.words[0], tokens: [3], hits: [], fresh: [] });
    frame.chips.push([3, "3"]);
  }
  const tree = treeOf(lesson);
  assert.deepEqual(
    tree.stands[1].map(({ now }) => drawn(names, now)),
    [["hi 0-2 1"], ["! 0-1 0"]],
  );
  assert.deepEqual(
    tree.stands[1].map(({ ids }) => ids),
    [["2"], ["3"]],
  );
  assert.deepEqual([tree.columns, tree.words, tree.hasIds], [3, 2, true]);
});

test("a text of many tokens has a tree after many steps", () => {
  // 400 tokens at 400 steps: a function takes fewer arguments than that, in Safari 65,536.
  const tokens = Array(400).fill("h");
  const tree = treeOf(lessonOf(["h"], Array(400).fill([tokens])));
  assert.deepEqual([tree.columns, tree.levels], [400, 1]);
});

test("counted words, and texts of which a part is shown, have no tree", () => {
  const lesson = () => lessonOf(["h", "i"], [[["h", "i"]]]);
  const [counted, cut, late] = [lesson(), lesson(), lesson()];
  counted.frames[0].words[0].label = "10 ×";
  cut.frames[0].words[0].after = "…";
  late.first = 1;
  assert.deepEqual(
    [counted, cut, late].map((one) => wordTree(one)),
    [null, null, null],
  );
});

test("a word wider than a line shows the part that changes, which fills the line", () => {
  const fit = { room: 8.5, space: 1 };
  assert.deepEqual([seenColumns(5, fit), seenColumns(20, fit), seenColumns(3, { room: 0.4 })], [5, 8, 1]);
  assert.deepEqual(linesOfWords([2, 20, 3], fit), [
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
  /** @type {(places: [number, number][], fresh: number[], hits: number[], columns?: number) => number} */
  const first = (places, fresh, hits, columns = 20) => {
    const now = places.map(([start, end]) => ({ number: 0, start, end, level: 0, rank: "", seam: start }));
    return firstSeen({ columns, now, past: [], ids: [], cut: [] }, { fresh, hits }, fit);
  };
  assert.equal(first([[0, 1]], [], []), 0); // nothing happens
  assert.equal(first([[4, 5]], [0], [], 6), 0); // all is seen
  assert.equal(first([[0, 1], [1, 8]], [1], []), 0); // prettier-ignore
  assert.equal(first([[17, 19], [19, 20]], [], [0]), 12); // prettier-ignore
  assert.equal(first([[2, 3], [13, 15]], [1], [0]), 12, "what has happened comes first"); // prettier-ignore
  assert.equal(first([[5, 11]], [0], []), 4, "between two parts");
  assert.equal(first([[0, 20]], [0], []), 6, "wider than a line");
});

test("an id wider than its columns is raised above those that it would touch", () => {
  const at = (/** @type {[number, number][]} */ places, /** @type {string[]} */ ids, digits = 2) => {
    const now = places.map(([start, end]) => ({ number: 0, start, end, level: 0, rank: "", seam: start }));
    return linesOfIds({ now, ids }, digits);
  };
  assert.deepEqual(at([[0, 1], [1, 2], [2, 3], [3, 4]], ["39", "220", "86", "71"]), [0, 1, 0, 0]); // prettier-ignore
  // 3 digits need a column and a half, so neighbours would touch, but not those with a column between them.
  assert.deepEqual(at([[0, 1], [1, 2], [2, 3]], ["220", "136", "224"]), [1, 2, 1]); // prettier-ignore
  assert.deepEqual(at([[0, 2], [2, 5]], ["8463", "12345"]), [0, 0]); // prettier-ignore
  assert.deepEqual(at([[0, 1]], ["220"], 3), [0]); // prettier-ignore
});
