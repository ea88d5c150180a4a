// Whether what was typed is the answer to an exercise, where no Python is that could tell. It reads less than the app
// does (`ui/course/typed.py`): one number or share as it is written, a byte in hex, tokens, a text.

const NEAR = 0.01; // how far off a share may be, of itself: people round
const QUOTES = /["'“”‘’«»„\u0060「」『』]/g;

/** A number, a share of two numbers, or a percentage; NaN for what is none. @type {(typed: string) => number} */
function numberOf(typed) {
  const text = typed.replace(/[\s\u00a0\u202f]/g, "");
  const [, above, below] = /^([\d.,]+)[/:]([\d.,]+)$/.exec(text) ?? [];
  if (above) return numberOf(above) / numberOf(below);
  if (text.endsWith("%")) return numberOf(text.slice(0, -1)) / 100;
  if (/^(?!0)\d{1,3}([.,])\d{3}(\1\d{3})*$/.test(text)) return Number(text.replace(/[.,]/g, "")); // 1,234 and 1.234.567
  return /^\d*[.,]?\d+$/.test(text) ? Number(text.replace(",", ".")) : NaN;
}

/** @param {string} typed */
const textOf = (typed) => typed.replace(/·/g, " ").replace(QUOTES, "").trim().replace(/\s+/g, " ");

/** @param {string} typed */
const tokensOf = (typed) =>
  typed
    .replace(QUOTES, "")
    .split(/[\s+|,、·]+/)
    .filter(Boolean)
    .map((token) => (/^<?unk>?$/i.test(token) ? "UNK" : token))
    .join(" ");

/** Whether a text says the same as the answer. @param {string} kind @param {string} typed @param {string} answer */
export function isRight(kind, typed, answer) {
  const text = typed.normalize("NFKC");
  if (kind === "text") return textOf(text) === textOf(answer);
  if (kind === "tokens") return tokensOf(text) === tokensOf(answer);
  const wanted = numberOf(answer);
  if (kind === "byte" && /^(0x|\\x)?[\da-f]{2}$/i.test(text.trim())) {
    const byte = parseInt(text.trim().slice(-2), 16);
    if (byte === wanted) return true;
  }
  return Math.abs(numberOf(text) - wanted) <= (kind === "share" ? NEAR * wanted : 0);
}
