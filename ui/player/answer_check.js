// Checks a typed answer to an exercise, in whatever form it is written: right, wrong, or unreadable.

import { calculated } from "./calculation.js";
import { digitsOfWords, divisionsOfParts, productsOfFactors } from "./number_words.js";

/** @typedef {"right" | "wrong" | "unread"} Verdict */

const LONGEST = 200; // characters; a longer text is not read as a number or a calculation
const NEAR = 0.01; // relative tolerance of a share: people round
const MILLION = 1_000_000;
const SAME = 1e-12; // relative tolerance of a calculated number

const QUOTES = "\"'“”‘’«»„\u0060「」『』";
/** @type {Record<string, string>} */
const SIGNS = { "×": "*", "·": "*", "⋅": "*", "÷": "/", "⁄": "/", "−": "-", "–": "-", "’": "'", "≈": "=" };

// Two hex digits, for a byte. Two letters may be a word, so they only count on their own.
const IN_HEX = /\b(?:\d[a-f]|[a-f]\d)\b|^\s*[a-f]{2}\s*$/gi;

/** @type {[RegExp, string][]} Words for signs. */
const SAID = [
  [/per\s?cent\b|\bpct\b|phần trăm|процент\p{L}*|％/gu, "%"],
  [/百分之\s*([\d.,]+|[一二两三四五六七八九十]+)/gu, "$1%"],
  [/\blog\s*_?\s*(?:₂|2(?!\d))/gu, "L"],
  [/\bsqrt\b/gu, "√"],
  [/(?:,?\s*which\s+)?\bis\s+(?=[\d(])|(?:tức là|то есть|即)\s*(?=[\d(])/gu, "="],
];
/** @type {[RegExp, string][]} Words for operators, between numbers. */
const BETWEEN = [
  ["minus|trừ(?: đi)?|минус|减去?", "-"],
  ["plus|cộng(?: với)?|плюс|加上?", "+"],
  ["[xх]|times|multiplied by|nhân(?: với)?|умножить на|умножи(?:ть|м) на|乘以?", "*"],
  [":|divided by|chia(?: cho)?|(?:раз)?делить на|除以", "/"],
].map(([words, sign]) => [new RegExp(`(?<=[\\d)%])\\s*(?:${words})\\s*(?=[\\d(√L])`, "gu"), sign]);
/** @type {[RegExp, string][]} Ways to write a share: 28 of 144, 36分之1, 144个中的28个. */
const SHARES = [
  [/(?<=%)\s*(?:of|out of|của|от|из)\s.*/gu, ""],
  [/([\d.,]+)\s*分之\s*([\d.,]+)/gu, "$2/$1"],
  [/([\d.,]+)[^\d]{0,6}[中里]的?[^\d]{0,6}?([\d.,]+)/gu, "$2/$1"],
  [/(?<=\d)[\p{L}\s]*?(?<!\p{L})(?:of|in|из|phần|trên|trong)(?!\p{L})[\p{L}\s]*?(?=\d)/gu, "/"],
  [/(?<![\d)%\s]\s*)(?<![\d)%])\s*\/(?=\d)/gu, " 1/"],
];

/** Replace each pattern in a text by its sign. @param {string} text @param {[RegExp, string][]} signs */
const replaceAll = (text, signs) => signs.reduce((typed, [pattern, sign]) => typed.replace(pattern, sign), text);

/** Return the possible values of the number or calculation in a text; empty unless there is exactly one. After =, only the result counts. @param {string} typed @param {string} kind */
function numbersIn(typed, kind) {
  const signs = typed.normalize("NFC").replace(/./gu, (sign) => SIGNS[sign] ?? sign);
  let text = signs.replace(/[¼-¾⅐-⅞]/g, (sign) => ` ${sign.normalize("NFKD").replace("⁄", "/")}`).toLowerCase();
  text = replaceAll(text.replaceAll("ё", "е"), SAID).split("=").at(-1) ?? "";
  if (text.length > LONGEST) return [];
  const isInWords = !/\d/.test(text);
  if (kind === "share") text = divisionsOfParts(text);
  if (isInWords) text = digitsOfWords(text);
  text = productsOfFactors(text);
  text = text.replace(/(?:\b0|\\)x([\da-f]+)\b/g, (_, digits) => String(parseInt(digits, 16)));
  text = text.replace(/(?<=\d)e\+?(?=-?\d)/g, "*10^").replaceAll("**", "^");
  text = text.replace(/[⁰¹²³⁴-⁹]+/g, (digits) => `^${digits.normalize("NFKD")}`);
  text = replaceAll(text, BETWEEN);
  if (kind === "share") text = replaceAll(text, SHARES);
  const parts = text.replace(/\s/g, " ").match(/[(\s^√L-]*\.?\d[\d\s.,'()+*/^√L%-]*/g) ?? [];
  if (parts.length !== 1) return [];
  let part = parts[0].replace(/[ .,'+*/(^√L-]+$/, "");
  if (part.split("(").length !== part.split(")").length) part = part.replace(/^[() ]+|[() ]+$/g, "");
  return calculated(part.trim());
}

/** Return the value of an answer as Python writes it, 15 or 1/36. @param {string} answer */
function valueOf(answer) {
  const [above, below = "1"] = answer.split("/");
  return Number(above) / Number(below);
}

/** @param {string} typed */
const withHex = (typed) => typed.replace(IN_HEX, (found) => `0x${found.trim()}`);

/** Return tokens separated by spaces or signs, joined to one text; empty if there are fewer than two. @param {string} typed */
function tokensIn(typed) {
  const parts = typed.split(/(?:[\s+|,、·]|(?<=\s)[-–/](?=\s))+/).map((part) => normalizeText(part, `${QUOTES}[]()`));
  const tokens = parts.filter(Boolean).map((part) => (/^(unk|<unk>)$/i.test(part) ? "UNK" : part));
  return tokens.length > 1 ? [tokens.join(" ")] : [];
}

/** Return a text in which every space counts, except those around it that are neither in quotes nor written as dots; empty if it is blank. @param {string} typed */
const textIn = (typed) =>
  [normalizeText(typed.normalize("NFC").trim(), QUOTES).replace(/[\s·]/g, " ")].filter((text) => text.trim());

/** Strip these signs from both ends of a text. @param {string} text @param {string} signs */
function normalizeText(text, signs) {
  let [from, to] = [0, text.length];
  while (from < to && signs.includes(text[from])) from++;
  while (to > from && signs.includes(text[to - 1])) to--;
  return text.slice(from, to);
}

/** Check what was typed against an answer of a kind. @type {(kind: string, typed: string, answer: string) => Verdict} */
export function checkAnswer(kind, typed, answer) {
  // Full-width characters of a Chinese keyboard: ， ／ ＋ and digits.
  const text = typed.replace(/[\uff01-\uff5d]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
  if (kind === "text" || kind === "tokens") {
    const read = kind === "text" ? textIn : tokensIn;
    const [found] = read(text);
    return !found ? "unread" : found === read(answer)[0] ? "right" : "wrong";
  }
  const found = numbersIn(kind === "byte" ? withHex(text) : text, kind);
  if (!found.length) return "unread";
  const wanted = valueOf(answer);
  const near = (kind === "share" ? NEAR : SAME) * Math.abs(wanted);
  const isRight = found.some(({ value, rounding }) => {
    const far = Math.abs(value - wanted);
    if (kind === "millions" && Math.abs(value / MILLION - wanted) <= near) return true;
    return far <= near || (kind === "share" && far <= rounding * (1 + SAME));
  });
  return isRight ? "right" : "wrong";
}
