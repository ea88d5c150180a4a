// A sentence of the course as nodes: a token or a sample in quotation marks is a box, as tokens are elsewhere.

import { make, withUnbrokenNames } from "./dom.js";

// “ug” and «ug», up to the length of token names in sentences (MAX_NAME_LENGTH, with two isolates); not “How much wood”,
// a sentence or a title. The same as `_QUOTED` in ui/pages/course/chapter_file.py.
const QUOTED = /([“«][^\s“”«»]{1,34}[”»])/u;

/** Return a text in parts of which every second one is a token or a sample, in its quotation marks. @param {string} text */
export const quotedParts = (text) => text.split(QUOTED);

// such as 5 ÷ (20 × 5), short enough for a phone
const NUMBER = /\(?[−\d½¼⅛](?:[\d.,/\u00a0]{0,6}[\d½¼⅛])?\)?/.source;
const PRODUCT = new RegExp(`((?<![\\d.,])${NUMBER}(?:[ \u00a0][×÷][ \u00a0]${NUMBER}){1,2})`);

/** Return a text in parts of which every second one is a product that no line may break. @param {string} text */
export const productParts = (text) => text.split(PRODUCT);

/** @param {string} text */
const withoutBreaks = (text) =>
  productParts(text).flatMap((part, place) => (place % 2 ? [make("span.unbroken", part)] : withUnbrokenNames(part)));

const quoteMark = (/** @type {string} */ mark) => make("span.quote", mark);

/** @param {string} text */
const withBoxes = (text) =>
  quotedParts(text).flatMap((part, place) =>
    place % 2
      ? [make("bdi.quoted", { translate: "no" }, quoteMark(part[0]), part.slice(1, -1), quoteMark(part.slice(-1)))]
      : withoutBreaks(part),
  );

const TERM = /[\ue002\ue003]/g; // around a new term, as in ui/pages/course/view.py

/** Return a text without the characters around a new term. @param {string} text */
export const withoutTermMarks = (text) => text.replace(TERM, "");

/** Return a text as children of an element: a new term is in bold. The marks of a box take no room, but are copied, read out and found. @param {string} text */
export const prose = (text) =>
  text.split(TERM).flatMap((part, place) => (place % 2 ? [make("dfn", ...withBoxes(part))] : withBoxes(part)));
