// Puts a text together from its characters, a beat after the other; in each, every word makes its next merge.

import { drawing } from "../../components/component.js";
import { make, tint } from "../../components/dom.js";
import { Motion, measureTokens } from "../motion.js";

/** @import {Merging, MergingLabels, MergingWord} from "../../components/contract" */
/** @import {Placed} from "../motion.js" */

const BEAT_MS = 800;
const ALL_MS = 6000; // the most that all beats take together
const MERGE_MS = 300;

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export default drawing(".merging", (root, /** @type {Merging & {labels: MergingLabels}} */ shown) => {
  const { tokens, beats, counts, spoken, labels } = shown;
  const last = beats.length - 1;
  const beatMs = Math.min(BEAT_MS, ALL_MS / Math.max(1, last));
  const motion = new Motion();
  const words = make("div.words", { "aria-hidden": true });
  const count = make("p.count", { "aria-hidden": true });
  const again = make("button", { onclick: () => play(0), hidden: !last }, labels.again);
  const told = make("div.told", count, again, make("p.read", { role: "status" }, spoken));
  root.replaceChildren(words, told, motion.layer);
  /** @type {Placed[]} */ let placed = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let coming;

  /** @type {(number: number) => HTMLElement} */
  const piece = (number) => {
    const [text, id, hue] = tokens[number];
    return make("span.piece", make("span.token", tint(hue), text), make("span.id", id));
  };

  /** @type {(row: MergingWord) => HTMLElement} */
  const word = (row) => {
    const next = new Set(row.hits.flatMap((hit) => [hit, hit + 1]));
    const pieces = row.tokens.map(piece);
    pieces.forEach((one, place) => one.classList.toggle("next", next.has(place)));
    return make("span.word", ...pieces);
  };

  /** @type {(beat: number, ms: number) => void} */
  const show = (beat, ms) => {
    motion.stop();
    const before = placed;
    words.replaceChildren(...beats[beat].map(word));
    words.classList.toggle("done", beat === last);
    count.textContent = counts[beat];
    placed = beats[beat].map((row, place) => ({ row, tokens: measureTokens(words.children[place]) }));
    if (!ms) return;
    /** @type {[Placed, Placed][]} */ const pairs = placed.map((now, place) => [before[place], now]);
    motion.begin(ms);
    motion.moveWords(pairs, false);
    motion.tick(count);
    void motion.done();
  };

  const play = (/** @type {number} */ beat) => {
    clearTimeout(coming);
    show(beat, beat && !isCalm() ? Math.min(MERGE_MS, beatMs / 2) : 0);
    if (beat === 0) words.style.minHeight = `${words.offsetHeight}px`; // what stands below stays where it is
    if (beat < last) coming = setTimeout(() => play(beat + 1), beatMs);
  };

  if (isCalm()) show(last, 0);
  else play(0);
  return () => {
    clearTimeout(coming);
    motion.stop();
  };
});
