// Byte-pair encoding in the browser: GPT-2's, GPT-4's and GPT-4o's tokens of a text, as it is typed.

const BYTES = 256;
const FACTOR = 2 ** 18; // more than any id

const SPACE = "\\p{White_Space}";
const OTHER = "[^\\p{White_Space}\\p{L}\\p{N}]";
const BEFORE = "[^\\r\\n\\p{L}\\p{N}]?";
const ENDING = "'(?:[sSſdDmMtT]|[lL][lL]|[vV][eE]|[rR][eE])"; // ſ is a lowercase s, too
const UPPER = "[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]";
const LOWER = "[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]";

/** @type {Record<string, string[]>} How each tokenizer cuts a text into chunks; bpe_engine/pre_tokenizers.py explains the patterns. */
const PATTERNS = {
  gpt2: [
    "'s|'t|'re|'ve|'m|'ll|'d",
    " ?\\p{L}+",
    " ?\\p{N}+",
    ` ?${OTHER}+`,
    `${SPACE}+(?!\\P{White_Space})`,
    `${SPACE}+`,
  ],
  cl100k_base: [
    ENDING,
    `${BEFORE}\\p{L}+`,
    "\\p{N}{1,3}",
    ` ?${OTHER}+[\\r\\n]*`,
    `${SPACE}+$`,
    `${SPACE}*[\\r\\n]`,
    `${SPACE}+(?!\\P{White_Space})`,
    SPACE,
  ],
  o200k_base: [
    `${BEFORE}${UPPER}*${LOWER}+(?:${ENDING})?`,
    `${BEFORE}${UPPER}+${LOWER}*(?:${ENDING})?`,
    "\\p{N}{1,3}",
    ` ?${OTHER}+[\\r\\n/]*`,
    `${SPACE}*[\\r\\n]+`,
    `${SPACE}+(?!\\P{White_Space})`,
    `${SPACE}+`,
  ],
};

/** @typedef {{id: number, start: number, end: number}} CutToken A token, and the bytes of the text that it covers. */
/** @typedef {{text: string, tokens: CutToken[]}} Chunk No merge crosses its ends. */

/** Return the id of each byte: first those that GPT-2 shows as themselves, then the others. */
function numberBytes() {
  const isPrintable = (/** @type {number} */ byte) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  const bytes = Array.from({ length: BYTES }, (_, byte) => byte);
  const ids = new Uint8Array(BYTES);
  [...bytes.filter(isPrintable), ...bytes.filter((byte) => !isPrintable(byte))].forEach((byte, id) => (ids[byte] = id));
  return ids;
}

const BYTE_IDS = numberBytes();

export class BytePairs {
  /** @type {Map<number, number>} A pair of neighbouring ids, and the id that they merge into. */
  #merges = new Map();
  #pattern;

  // The pairs are six columns: the high, middle and low byte of all left ids, then of all right ones.
  /** @param {string} name @param {Uint8Array} columns */
  constructor(name, columns) {
    this.#pattern = PATTERNS[name].join("|");
    const count = columns.length / 6;
    for (let at = 0; at < count; at++) {
      const id = (/** @type {number} */ first) =>
        columns[first * count + at] * 65536 +
        columns[(first + 1) * count + at] * 256 +
        columns[(first + 2) * count + at];
      this.#merges.set(id(0) * FACTOR + id(3), BYTES + at);
    }
  }

  /** Cut a text into chunks, and return them with their tokens. @param {string} text @returns {Chunk[]} */
  encode(text) {
    let start = 0;
    return [...text.matchAll(new RegExp(this.#pattern, "gu"))].map(([chunk]) => {
      const bytes = new TextEncoder().encode(chunk);
      const tokens = this.#merge(bytes, start);
      start += bytes.length;
      return { text: chunk, tokens };
    });
  }

  /** @param {Uint8Array} bytes @param {number} start where they begin in the text */
  #merge(bytes, start) {
    const merges = this.#merges;
    const mergedId = (/** @type {number} */ left, /** @type {number} */ right) =>
      merges.get(left * FACTOR + right) ?? Infinity;
    let ids = Array.from(bytes, (byte) => BYTE_IDS[byte]);
    let ends = ids.map((_, at) => start + at + 1);
    for (;;) {
      let earliest = Infinity;
      for (let at = 1; at < ids.length; at++) earliest = Math.min(earliest, mergedId(ids[at - 1], ids[at]));
      if (earliest === Infinity) break;
      /** @type {number[]} */ const nextIds = [];
      /** @type {number[]} */ const nextEnds = [];
      for (let at = 0; at < ids.length; at++) {
        const isPair = at + 1 < ids.length && mergedId(ids[at], ids[at + 1]) === earliest;
        if (isPair) at++;
        nextIds.push(isPair ? earliest : ids[at]);
        nextEnds.push(ends[at]);
      }
      [ids, ends] = [nextIds, nextEnds];
    }
    return ids.map((id, at) => ({ id, start: at ? ends[at - 1] : start, end: ends[at] }));
  }
}
