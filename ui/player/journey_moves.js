// Moves the pieces of one picture of the journey to where they are in the next.

import { pieceMoves } from "./piece_moves.js";

/** @import {Scene} from "../lessons/contract" */
/** @import {Motion, Seen} from "./motion.js" */
/** @typedef {Scene["ids"][number]} ScenePiece */
/** @typedef {{pieces: readonly ScenePiece[], seen: Seen[]}} Shown Pieces, and where each is on the screen. */
/** @typedef {{letters: Shown, ids: Shown}} Picture */

const LAST = 0.72; // of the time, when a merge is made: the rest is for what it made

/** Moves the pieces of one picture to where they are in another. */
export class PieceMover {
  /** @param {Motion} motion @param {number} ms that a piece takes @param {number} wave in ms @param {boolean} fades whether what changes fades */
  constructor(motion, ms, wave, fades) {
    this.motion = motion;
    this.ms = ms;
    this.wave = wave;
    this.fades = fades;
  }

  /** @param {Picture} old @param {Picture} now */
  ids(old, now) {
    for (const { from, to } of pieceMoves(old.ids.pieces, now.ids.pieces)) {
      const [was, is] = [from.map((place) => old.ids.seen[place]), to.map((place) => now.ids.seen[place])];
      const [piece] = [...from.map((place) => old.ids.pieces[place]), ...to.map((place) => now.ids.pieces[place])];
      if (was.length && is.length) this.#movePiece(was[0], is[0], this.#later(to[0], now.ids));
      else if (is.length) {
        const source = overlapping(old.letters, piece) ?? overlapping(now.letters, piece);
        if (source) this.#movePiece(source, is[0], this.#later(to[0], now.ids), true);
      } else {
        const target = overlapping(now.letters, piece);
        if (target) this.#away(was[0], target, this.#later(from[0], old.ids));
      }
    }
  }

  /** @param {Picture} old @param {Picture} now */
  letters(old, now) {
    for (const { from, to } of pieceMoves(old.letters.pieces, now.letters.pieces)) {
      const was = from.map((place) => old.letters.seen[place]);
      const is = to.map((place) => now.letters.seen[place]);
      const delay = to.length ? this.#later(to[0], now.letters) : this.#later(from[0], old.letters);
      if (was.length === 1 && is.length === 1) this.#change(was[0], is[0], delay);
      else if (!was.length)
        is.forEach((one, place) => this.#fadeInPiece(one, now.letters.pieces[to[place]], old, delay));
      else if (!is.length)
        was.forEach((one, place) => this.#fadeOutPiece(one, old.letters.pieces[from[place]], now, delay));
      else if (is.length === 1) this.#mergePieces(was, is[0], delay);
      else if (was.length === 1) this.#splitPieces(was[0], is, delay);
      else {
        for (const one of was) this.#away(one, is[0], delay);
        for (const one of is) this.#movePiece(was[0], one, delay, true);
      }
    }
  }

  /** The wave goes along the line. @param {number} place @param {Shown} all */
  #later = (place, { pieces }) => (this.wave * place) / Math.max(1, pieces.length - 1);

  // A piece moves, its middle from where the middle of that one was; a new one comes into sight on its way.
  /** @param {Seen} was @param {Seen} is @param {number} delay */
  #movePiece(was, is, delay, isNew = false) {
    const [x, y] = between(is, was);
    const [from, to] = [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }];
    if (isNew)
      this.motion.runLater(
        is.chip,
        [
          { ...from, opacity: 0 },
          { ...to, opacity: 1 },
        ],
        { delay },
        false,
      );
    else if (Math.abs(x) + Math.abs(y) >= 1) this.motion.run(is.chip, [from, to], { delay });
  }

  // A copy of what is gone moves to where that is, and fades.
  /** @param {Seen} was @param {Seen} is @param {number} delay */
  #away(was, is, delay) {
    if (!this.fades) return;
    const [x, y] = between(was, is);
    const away = { transform: `translate(${x}px, ${y}px)`, opacity: 0 };
    this.motion.runLater(this.motion.ghost(was), [{ transform: "none", opacity: 1 }, away], { delay });
  }

  // A piece stays one. It turns over on its way where something else is written on it.
  /** @param {Seen} was @param {Seen} is @param {number} delay */
  #change(was, is, delay) {
    if (face(was) === face(is) || !this.fades) return this.#movePiece(was, is, delay);
    const [x, y] = between(was, is);
    const at = (/** @type {number} */ by) => ({
      transform: `translate(${(by * x) / 2}px, ${(by * y) / 2}px) scaleY(0)`,
    });
    const [rest, half] = [{ transform: "none" }, this.ms / 2];
    this.motion.runLater(this.motion.ghost(was), [rest, at(1)], { delay, duration: half, easing: "ease-in" });
    const then = { delay: delay + half, duration: half, easing: "ease-out" };
    this.motion.runLater(is.chip, [at(-1), rest], then, false);
  }

  /** @param {Seen} is @param {ScenePiece} piece @param {Picture} old @param {number} delay */
  #fadeInPiece(is, piece, old, delay) {
    const source = overlapping(old.ids, piece);
    if (source) return this.#movePiece(source, is, delay, true);
    this.motion.runLater(is.chip, [{ opacity: 0 }, { opacity: 1 }], { delay }, false);
  }

  /** @param {Seen} was @param {ScenePiece} piece @param {Picture} now @param {number} delay */
  #fadeOutPiece(was, piece, now, delay) {
    const target = overlapping(now.ids, piece);
    if (target) return this.#away(was, target, delay);
    if (this.fades) this.motion.runLater(this.motion.ghost(was), [{ opacity: 1 }, { opacity: 0 }], { delay });
  }

  // Several become one.
  /** @param {Seen[]} was @param {Seen} is @param {number} delay */
  #mergePieces(was, is, delay) {
    if (faces(was) === face(is)) return this.motion.join(was, is);
    for (const one of was) this.#away(one, is, delay);
    this.motion.run(is.chip, [{ opacity: 0 }, { opacity: 0, offset: LAST }, { opacity: 1 }], { delay });
  }

  // One becomes several.
  /** @param {Seen} was @param {Seen[]} is @param {number} delay */
  #splitPieces(was, is, delay) {
    if (faces(is) === face(was)) return this.motion.splitToken(was, is);
    for (const one of is) this.#movePiece(was, one, delay, true);
    if (this.fades) this.motion.runLater(this.motion.ghost(was), [{ opacity: 1 }, { opacity: 0 }], { delay });
  }
}

const face = (/** @type {Seen} */ { chip }) => chip.textContent;
const faces = (/** @type {Seen[]} */ all) => all.map(face).join("");

/** How far the middle of one is from that of the other. @param {Seen} one @param {Seen} other */
const between = ({ box: one }, { box: other }) => [
  other.left + other.width / 2 - one.left - one.width / 2,
  other.top + other.height / 2 - one.top - one.height / 2,
];

/** What of a picture has a part of a piece. @param {Shown} shown @param {ScenePiece} piece */
function overlapping({ pieces, seen }, [start, end]) {
  const place = pieces.findIndex((one) => one[0] < end && start < one[1]);
  return place < 0 ? undefined : seen[place];
}
