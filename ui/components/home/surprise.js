// Finds something surprising about a text's tokens, beyond how many there are.

/** @import {Chunk, CutToken} from "../byte_pairs/byte_pairs.js" */
/**
 * A word that occurs with a space before it and without; in lower and upper case; or a character that is cut.
 *
 * @typedef {{kind: "spaced" | "cased", word: string, other: string, tokens: CutToken[], others: CutToken[]}
 *   | {kind: "cut", word: string, tokens: CutToken[]}} Surprise
 */

const WORD = /^ ?\p{L}[\p{L}\p{M}]*$/u;

/** @param {Chunk[]} chunks @returns {Surprise | null} */
export function surprise(chunks) {
  const words = chunks.filter(({ text }) => WORD.test(text));
  return spacedTwice(words) ?? casedTwice(words) ?? cutCharacter(chunks);
}

/** @param {Chunk[]} words @returns {Surprise | null} */
function spacedTwice(words) {
  const spaced = new Map(words.filter(({ text }) => text.startsWith(" ")).map((word) => [word.text.slice(1), word]));
  for (const { text, tokens } of words) {
    const other = spaced.get(text);
    if (other) return { kind: "spaced", word: text, other: other.text, tokens: other.tokens, others: tokens };
  }
  return null;
}

/** @param {Chunk[]} words @returns {Surprise | null} */
function casedTwice(words) {
  /** @type {Map<string, Chunk>} */ const seen = new Map();
  for (const word of words) {
    const name = word.text.toLowerCase();
    const other = seen.get(name) ?? word;
    if (other.text !== word.text)
      return { kind: "cased", word: other.text, other: word.text, tokens: other.tokens, others: word.tokens };
    seen.set(name, other);
  }
  return null;
}

/** The first character whose bytes are in several tokens. @param {Chunk[]} chunks @returns {Surprise | null} */
function cutCharacter(chunks) {
  for (const { text, tokens } of chunks) {
    if (!tokens.length) continue;
    let start = tokens[0].start;
    for (const word of text) {
      const end = start + new TextEncoder().encode(word).length;
      const pieces = tokens.filter((token) => token.start < end && token.end > start);
      if (pieces.length > 1) return { kind: "cut", word, tokens: pieces };
      start = end;
    }
  }
  return null;
}
