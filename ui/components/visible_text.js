// Makes invisible characters of a text visible, as ui/base/visible_text.py does.

/** @type {Record<string, string>} */
const SYMBOLS = { " ": "·", "\n": "↵", "\t": "→", "\x7f": "␡" };
const JOINERS = ["\u200d", "\ufe0e", "\ufe0f"];

/** @param {string} character @param {number} place */
function visibleCharacter(character, place) {
  if (SYMBOLS[character]) return SYMBOLS[character];
  const code = character.codePointAt(0) ?? 0;
  if (code < 32) return String.fromCodePoint(0x2400 + code);
  const isJoiner = JOINERS.includes(character);
  if (isJoiner && place) return character;
  if (!isJoiner && /^\p{M}$/u.test(character)) return place ? character : `◌${character}`;
  const isPrintable = !isJoiner && !/^[\p{C}\p{Zs}\p{Zl}\p{Zp}]$/u.test(character);
  return isPrintable ? character : `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}

/** @param {string} text */
export const makeVisible = (text) => Array.from(text, visibleCharacter).join("");

/** Return bytes as text, or in hex if they are only part of a character. @param {Uint8Array} bytes */
export function visibleBytes(bytes) {
  try {
    return makeVisible(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join(" ");
  }
}
