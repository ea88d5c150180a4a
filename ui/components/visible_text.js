// Writes text so that nothing in it stays unseen, as ui/base/visible_text.py does.

/** @type {Record<string, string>} */
const SIGNS = { " ": "·", "\n": "↵", "\t": "→", "\x7f": "␡" };
const JOINING = ["\u200d", "\ufe0e", "\ufe0f"];

/** @param {string} character @param {number} place */
function visible(character, place) {
  if (SIGNS[character]) return SIGNS[character];
  const code = character.codePointAt(0) ?? 0;
  if (code < 32) return String.fromCodePoint(0x2400 + code);
  const joins = JOINING.includes(character);
  if (joins && place) return character;
  if (!joins && /^\p{M}$/u.test(character)) return place ? character : `◌${character}`;
  const isSeen = !joins && !/^[\p{C}\p{Zs}\p{Zl}\p{Zp}]$/u.test(character);
  return isSeen ? character : `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}

/** @param {string} text */
export const makeVisible = (text) => Array.from(text, visible).join("");

/** Bytes as the text that they are, or in hex where they are part of a character. @param {Uint8Array} bytes */
export function visibleBytes(bytes) {
  try {
    return makeVisible(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join(" ");
  }
}
