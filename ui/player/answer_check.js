// Whether what was typed is the answer to an exercise, in whatever form it is written, or cannot be read as one.

import { calculated } from "./calculation.js";
import { digitsOfWords, divisionsOfParts, productsOfFactors } from "./number_words.js";

/** @typedef {"right" | "wrong" | "unread"} Verdict */

const LONGEST = 200; // characters that are read as a number or a calculation
const NEAR = 0.01; // how far off a share may be, of itself: people round
const MILLION = 1_000_000;
const SAME = 1e-12; // how far off a number may be that was calculated, of itself

const QUOTES = "\"'“”‘’«»„\u0060「」『』";
/** @type {Record<string, string>} */
const SIGNS = { "×": "*", "·": "*", "⋅": "*", "÷": "/", "⁄": "/", "−": "-", "–": "-", "’": "'", "≈": "=" };

// A byte may be two signs of hex; two letters alone, else they may be a word.
const IN_HEX = /\b(?:\d[a-f]|[a-f]\d)\b|^\s*[a-f]{2}\s*$/gi;

/** @type {[RegExp, string][]} What people say instead of a sign, and the sign. */
const SAID = [
  [/per\s?cent\b|\bpct\b|phần trăm|процент\p{L}*|％/gu, "%"],
  [/百分之\s*([\d.,]+|[一二两三四五六七八九十]+)/gu, "$1%"],
  [/\blog\s*_?\s*(?:₂|2(?!\d))/gu, "L"],
  [/\bsqrt\b/gu, "√"],
  [/(?:,?\s*which\s+)?\bis\s+(?=[\d(])|(?:tức là|то есть|即)\s*(?=[\d(])/gu, "="],
];
/** @type {[RegExp, string][]} The same between numbers. */
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

/** A text in which each of these is written with its sign. @param {string} text @param {[RegExp, string][]} signs */
const replaceAll = (text, signs) => signs.reduce((told, [pattern, sign]) => told.replace(pattern, sign), text);

/** What a number or a calculation may stand for, where there is one in a text; after =, what it comes to. @param {string} typed @param {string} kind */
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

/** An answer as Python writes it, 15 or 1/36. @param {string} answer */
function valueOf(answer) {
  const [above, below = "1"] = answer.split("/");
  return Number(above) / Number(below);
}

/** @param {string} typed */
const withHex = (typed) => typed.replace(IN_HEX, (found) => `0x${found.trim()}`);

/** Tokens with spaces or signs between them, where there are two at least. @param {string} typed */
function tokensIn(typed) {
  const parts = typed.split(/(?:[\s+|,、·]|(?<=\s)[-–/](?=\s))+/).map((part) => normalizeText(part, `${QUOTES}[]()`));
  const tokens = parts.filter(Boolean).map((part) => (/^(unk|<unk>)$/i.test(part) ? "UNK" : part));
  return tokens.length > 1 ? [tokens.join(" ")] : [];
}

/** A text, of which each space counts; those around it do not, where no quotes or dots say so. @param {string} typed */
const textIn = (typed) =>
  [normalizeText(typed.normalize("NFC").trim(), QUOTES).replace(/[\s·]/g, " ")].filter((text) => text.trim());

/** A text without these signs around it. @param {string} text @param {string} signs */
function normalizeText(text, signs) {
  let [from, to] = [0, text.length];
  while (from < to && signs.includes(text[from])) from++;
  while (to > from && signs.includes(text[to - 1])) to--;
  return text.slice(from, to);
}

/** Whether a text says the same as the answer, which is one of a kind. @type {(kind: string, typed: string, answer: string) => Verdict} */
export function checkAnswer(kind, typed, answer) {
  // What a Chinese keyboard writes: ， ／ ＋ and digits as wide as a character.
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
