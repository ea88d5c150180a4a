// Whether what was typed is the answer to an exercise, in whatever form it is written, or cannot be read as one.

/** @typedef {"right" | "wrong" | "unread"} Verdict */

const LONGEST = 100; // characters that are read as a number or a calculation
const NEAR = 0.01; // how far off a share may be, of itself: people round
const SAME = 1e-12; // how far off a number may be that was calculated, of itself

const QUOTES = "\"'“”‘’«»„\u0060「」『』";
/** @type {Record<string, string>} */
const SIGNS = { "×": "*", "·": "*", "⋅": "*", "÷": "/", "⁄": "/", "−": "-", "–": "-", "’": "'", "≈": "=" };

// From one on, in each language of the app: people mix them.
const COUNTED = [
  "one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,seventeen," +
    "eighteen,nineteen,twenty",
  "một,hai,ba,bốn,năm,sáu,bảy,tám,chín,mười,mười một,mười hai,mười ba,mười bốn,mười lăm,mười sáu,mười bảy,mười tám," +
    "mười chín,hai mươi",
  "один,два,три,четыре,пять,шесть,семь,восемь,девять,десять,одиннадцать,двенадцать,тринадцать,четырнадцать," +
    "пятнадцать,шестнадцать,семнадцать,восемнадцать,девятнадцать,двадцать",
  "一,二,三,四,五,六,七,八,九,十,十一,十二,十三,十四,十五,十六,十七,十八,十九,二十",
];
const WORDS = new Map(COUNTED.flatMap((words) => words.split(",").map((word, place) => [word, place + 1])));
const SCALES = new Map(
  Object.entries({
    1000: "thousand,k,nghìn,ngàn,тысяча,тысячи,тысяч,тыс,千",
    10000: "万",
    1000000: "million,triệu,миллион,миллиона,миллионов,百万",
  }).flatMap(([scale, words]) => words.split(",").map((word) => [word, scale])),
);
const HAN = "一"; // from here on no spaces stand between words

/** A pattern for each of these words, as a whole one where a script has spaces between them. @param {Iterable<string>} words */
const anyOf = (words) =>
  [...words]
    .sort((one, other) => other.length - one.length)
    .map((word) => (word >= HAN ? word : `(?<!\\p{L})${word}(?!\\p{L})`))
    .join("|");

const WORD = new RegExp(anyOf(WORDS.keys()), "gu");
const SCALE = new RegExp(`(?<=\\d)\\s*(${anyOf(SCALES.keys())})`, "gu");
const HAN_SCALE = new RegExp(`(\\d+)(${[...SCALES.keys()].filter((word) => word >= HAN).join("|")})(\\d+)`, "gu");
// A byte may be two signs of hex; two letters alone, else they may be a word.
const IN_HEX = /\b(?:\d[a-f]|[a-f]\d)\b|^\s*[a-f]{2}\s*$/gi;

/** How a number is written: groups of three digits, or two as in India, never after a zero. @param {string} point @param {string} comma */
function written(point, comma) {
  const whole = `(?!0)\\d{1,3}(?:${comma}\\d{2,3})*${comma}\\d{3}(?!\\d)|` + `(?!0)\\d{1,3}(?:[ ']\\d{3})+(?!\\d)|\\d+`;
  return new RegExp(`^(?:(${whole})(?:${point}(\\d*))?|${point}(\\d+))`);
}

const WRITTEN = [written("\\.", ","), written(",", "\\.")]; // 1,234.5 and 1.234,5

/** What a sum, a product or a quotient of numbers comes to; NaN where it is none. @param {string} text @param {RegExp} number */
function evaluate(text, number) {
  let rest = text.trim();
  const takes = (/** @type {string} */ signs) => {
    if (!rest || !signs.includes(rest[0])) return "";
    const sign = rest[0];
    rest = rest.slice(1).trimStart();
    return sign;
  };
  /** @returns {number} */
  const factor = () => {
    if (takes("-")) return -factor();
    if (takes("(")) {
      const inner = sum();
      return takes(")") ? inner : NaN;
    }
    const found = number.exec(rest);
    if (!found) return NaN;
    const [all, whole = "", part = "", alone = ""] = found;
    rest = rest.slice(all.length).trimStart();
    return Number(`${whole.replace(/\D/g, "") || 0}.${part || alone || 0}`);
  };
  const product = () => {
    let value = factor();
    for (let sign = takes("*/"); sign; sign = takes("*/")) value = sign === "*" ? value * factor() : value / factor();
    return value;
  };
  const sum = () => {
    let value = product();
    for (let sign = takes("+-"); sign; sign = takes("+-")) value += sign === "+" ? product() : -product();
    return value;
  };
  const value = sum();
  return rest ? NaN : value;
}

/** What a number or a calculation may stand for, where there is one in a text; after =, what it comes to. @param {string} typed */
function numbersIn(typed) {
  const signs = typed.normalize("NFC").replace(/./gu, (sign) => SIGNS[sign] ?? sign);
  let text = signs.toLowerCase().split("=").at(-1) ?? "";
  if (text.length > LONGEST) return [];
  if (!/\d/.test(text)) text = text.replace(WORD, (word) => String(WORDS.get(word)));
  text = text.replaceAll("%", "/100");
  // In 3859万7376 the rest follows at once.
  text = text.replace(HAN_SCALE, (_, above, scale, below) => `(${above}*${SCALES.get(scale)}+${below})`);
  text = text.replace(SCALE, (_, scale) => `*${SCALES.get(scale)}`);
  text = text.replace(/(?:\b0|\\)x([\da-f]+)\b/g, (_, digits) => String(parseInt(digits, 16)));
  text = text.replace(/(?<=[\d)])\s*([xх:])\s*(?=[\d(])/g, (_, sign) => (sign === ":" ? "/" : "*"));
  const parts = text.replace(/\s/g, " ").match(/[(\s-]*\.?\d[\d\s.,'()+*/-]*/g) ?? [];
  if (parts.length !== 1) return [];
  let part = parts[0].replace(/[ .,'+*/(-]+$/, "");
  if (part.split("(").length !== part.split(")").length) part = part.replace(/^[() ]+|[() ]+$/g, "");
  return WRITTEN.map((number) => evaluate(part, number)).filter(Number.isFinite);
}

/** An answer as Python writes it, 15 or 1/36. @param {string} answer */
function valueOf(answer) {
  const [above, below = "1"] = answer.split("/");
  return Number(above) / Number(below);
}

/** @param {string} typed */
const bytesIn = (typed) => numbersIn(typed.replace(IN_HEX, (found) => `0x${found.trim()}`));

/** Tokens with spaces or signs between them, where there are two at least. @param {string} typed */
function tokensIn(typed) {
  const parts = typed.split(/(?:[\s+|,、·]|(?<=\s)[-–/](?=\s))+/).map((part) => normalizeText(part, `${QUOTES}[]()`));
  const tokens = parts.filter(Boolean).map((part) => (/^(unk|<unk>)$/i.test(part) ? "UNK" : part));
  return tokens.length > 1 ? [tokens.join(" ")] : [];
}

/** @param {string} typed */
const textIn = (typed) =>
  [normalizeText(typed.replaceAll("·", " "), `${QUOTES} `).trim().replace(/\s+/g, " ")].filter(Boolean);

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
  const found = kind === "byte" ? bytesIn(text) : numbersIn(text);
  const wanted = valueOf(answer);
  const far = (kind === "share" ? NEAR : SAME) * Math.abs(wanted);
  if (!found.length) return "unread";
  return found.some((value) => Math.abs(value - wanted) <= far) ? "right" : "wrong";
}
