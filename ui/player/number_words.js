// Numbers in words, in all the app's languages, because people mix them.

const COUNTED = [
  "one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,seventeen," +
    "eighteen,nineteen",
  "một,hai,ba,bốn,năm,sáu,bảy,tám,chín,mười",
  "mốt,,,tư,lăm,,bẩy",
  ",,,,nhăm",
  "один,два,три,четыре,пять,шесть,семь,восемь,девять,десять,одиннадцать,двенадцать,тринадцать,четырнадцать," +
    "пятнадцать,шестнадцать,семнадцать,восемнадцать,девятнадцать",
  "одна,две",
  "одно,两",
  "一,二,三,四,五,六,七,八,九",
];
const TENS = [
  "ten,twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety",
  "десять,двадцать,тридцать,сорок,пятьдесят,шестьдесят,семьдесят,восемьдесят,девяносто",
];
const HUNDREDS = ["сто,двести,триста,четыреста,пятьсот,шестьсот,семьсот,восемьсот,девятьсот"];
/** @type {Record<number, string>} Factors within a group of digits: three hundred, ba mươi, 三千. */
const WITHIN_GROUP = { 10: "mươi,chục,十", 100: "hundred,hundreds,trăm,百", 1000: "千" };
/** @type {Record<number, string>} Factors that end a group. */
const AFTER_GROUP = {
  1000: "thousand,thousands,nghìn,ngàn,тысяча,тысячи,тысяч,тысячу",
  10000: "vạn,万",
  1000000: "million,millions,triệu,миллион,миллиона,миллионов",
  100000000: "亿",
  1000000000: "billion,billions,tỷ,tỉ,миллиард,миллиарда,миллиардов",
};
/** @type {Record<number, string>} Written only after digits. */
const ABBREVIATED = { 1000: "k,тыс", 1000000: "mn,млн,百万", 1000000000: "bn,млрд" };
const FILLERS = ["and", "linh", "lẻ", "không", "không trăm", "零", "〇"];

// Denominators: Vietnamese and Chinese have the numbers themselves after “phần” and before 分之.
const PARTS = [
  ",half,third,quarter,fifth,sixth,seventh,eighth,ninth,tenth,eleventh,twelfth,thirteenth,fourteenth,fifteenth," +
    "sixteenth,seventeenth,eighteenth,nineteenth",
  ",halves,thirds,quarters,fifths,sixths,sevenths,eighths,ninths,tenths,elevenths,twelfths,thirteenths,fourteenths," +
    "fifteenths,sixteenths,seventeenths,eighteenths,nineteenths",
  ",половина,треть,четверть",
  ",nửa,трети,четверти",
  ",половины,третья,fourth",
  ",半,третьих,fourths",
];
const RUSSIAN_PARTS =
  ",втор,,четверт,пят,шест,седьм,восьм,девят,десят,одиннадцат,двенадцат,тринадцат,четырнадцат,пятнадцат,шестнадцат," +
  "семнадцат,восемнадцат,девятнадцат";
const TENTHS = [
  "tenth,twentieth,thirtieth,fortieth,fiftieth,sixtieth,seventieth,eightieth,ninetieth,hundredth",
  "tenths,twentieths,thirtieths,fortieths,fiftieths,sixtieths,seventieths,eightieths,ninetieths,hundredths",
];
const RUSSIAN_TENTHS =
  "десят,двадцат,тридцат,сороков,пятидесят,шестидесят,семидесят,восьмидесят,девяност,сот,,,,,,,,,,,";

const HAN = "〇"; // from this character on, words have no spaces between them

/** Return each word of some lists with its position, counted from one, times a number. @param {string[]} lists @param {number} [times] @returns {[string, number][]} */
const counted = (lists, times = 1) =>
  lists.flatMap((words) =>
    words
      .split(",")
      .flatMap((word, place) => (word ? [/** @type {[string, number]} */ ([word, (place + 1) * times])] : [])),
  );

/** Return each word with the number under which it is listed. @param {Record<number, string>} listed @returns {[string, number][]} */
const factors = (listed) =>
  Object.entries(listed).flatMap(([factor, words]) =>
    words.split(",").map((word) => /** @type {[string, number]} */ ([word, Number(factor)])),
  );

/** @param {string[]} lists */
const inflected = (lists) =>
  ["ая", "ых", "ой"].flatMap((ending) => lists.map((words) => words.replace(/(?<=\p{L})(?=,|$)/gu, ending)));

const VALUES = new Map([...counted(COUNTED), ...counted(TENS, 10), ...counted(HUNDREDS, 100)]);
const WITHIN = new Map(factors(WITHIN_GROUP));
const AFTER = new Map(factors(AFTER_GROUP));
const DENOMINATORS = new Map([
  ...counted([...PARTS, ...inflected([RUSSIAN_PARTS])]),
  ...counted([...TENTHS, ...inflected([RUSSIAN_TENTHS])], 10),
]);

/** Return a pattern for any of these words; only for whole words, if the script has spaces between them. @param {Iterable<string>} words */
const anyOf = (words) =>
  [...words]
    .sort((one, other) => other.length - one.length)
    .map((word) => (word >= HAN ? word : `(?<!\\p{L})${word}(?!\\p{L})`))
    .join("|");

const FACTORS = new Map([...WITHIN, ...AFTER, ...factors(ABBREVIATED)]);
const FIRST = [...VALUES.keys(), ...WITHIN.keys(), ...AFTER.keys()];
const WORD = new RegExp(anyOf([...FIRST, ...FILLERS]), "gu");
const WORDS = new RegExp(`(?:${anyOf(FIRST)})(?:[\\s-]*(?:${anyOf([...FIRST, ...FILLERS])}))*`, "gu");
const FACTORS_AFTER_DIGITS = new RegExp(`(?<=\\d)(?:\\s*(?:${anyOf(FACTORS.keys())}))+`, "gu");
const FACTOR = new RegExp(anyOf(FACTORS.keys()), "gu");
const HAN_FACTORS = [...FACTORS.keys()].filter((word) => word >= HAN).join("|");
const HAN_FACTOR = new RegExp(`(\\d+)(${HAN_FACTORS})(\\d+)(${HAN_FACTORS})?`, "gu");
const TENS_BEFORE = counted(TENS, 10).map(([word]) => word);
const DENOMINATOR = new RegExp(`[\\s-]*(?:(${anyOf(TENS_BEFORE)})[\\s-]+)?(${anyOf(DENOMINATORS.keys())})`, "gu");

/** Return the number that words express, such as thirty-two thousand; NaN if there are several. @param {string[]} words */
function valueOf(words) {
  let [total, group, value] = [0, 0, 0];
  for (const word of words) {
    const digit = VALUES.get(word);
    const within = WITHIN.get(word);
    const after = AFTER.get(word);
    if (digit) {
      if (value % (digit < 10 ? 10 : digit < 100 ? 100 : 1000)) return NaN;
      value += digit;
    } else if (within) {
      group += (value || 1) * within;
      value = 0;
    } else if (after) {
      total = group + value ? total + (group + value) * after : (total || 1) * after;
      group = value = 0;
    }
  }
  const [before, last] = words.slice(-2);
  // 三万二 is 32,000.
  if (value && value < 10 && last >= HAN && (FACTORS.get(before) ?? 0) >= 100) value *= (FACTORS.get(before) ?? 0) / 10;
  return total + group + value;
}

/** Replace numbers in words by digits. @param {string} text */
export function digitsOfWords(text) {
  return text.replace(WORDS, (found) => {
    const words = found.match(WORD) ?? [];
    const value = valueOf(words);
    return Number.isNaN(value) ? words.map((word) => valueOf([word])).join(" ") : String(value);
  });
}

/** Replace factors after digits by products: 240 thousand million, 3859万7376. @param {string} text */
export const productsOfFactors = (text) =>
  text
    .replace(
      HAN_FACTOR,
      (_, above, factor, below, unit) => `(${above}*${FACTORS.get(factor)}+${below}*${FACTORS.get(unit) ?? 1})`,
    )
    .replace(FACTORS_AFTER_DIGITS, (found) =>
      (found.match(FACTOR) ?? []).map((word) => `*${FACTORS.get(word)}`).join(""),
    );

/** Replace denominators by divisions: three quarters becomes three/4. @param {string} text */
export const divisionsOfParts = (text) =>
  text.replace(DENOMINATOR, (_, tens, part) => {
    const last = DENOMINATORS.get(part) ?? NaN;
    return tens && last < 10 ? `/${(VALUES.get(tens) ?? 0) + last}` : `${tens ? ` ${tens}` : ""}/${last}`;
  });
