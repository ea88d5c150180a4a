// A sentence of the course as nodes: a token or a sample in quotation marks is a box, as tokens are elsewhere.

import { make, unbroken } from "./dom.js";

// “ug” and «ug», as long as names of tokens in sentences are (MAX_NAME_LENGTH, with two isolates); not “How much wood”,
// a sentence or a title. The same as `_QUOTED` in ui/pages/course/chapter_file.py.
const QUOTED = /([“«][^\s“”«»]{1,34}[”»])/u;

/** Return a text in parts of which every second one is a token or a sample, in its quotation marks. @param {string} text */
export const quotedParts = (text) => text.split(QUOTED);

/** @param {string} text */
const withBoxes = (text) =>
  quotedParts(text).flatMap((part, place) => {
    if (place % 2 === 0) return unbroken(part);
    const [open, named, close] = [part.slice(0, 1), part.slice(1, -1), part.slice(-1)];
    const mark = (/** @type {string} */ one) => make("span.quote", one);
    return [make("span.quoted", { translate: "no" }, mark(open), ...unbroken(named), mark(close))];
  });

const TERM = /[\ue002\ue003]/g; // around a new term, as in ui/pages/course/view.py

/** Return a text without the characters around a new term. @param {string} text */
export const withoutTerms = (text) => text.replace(TERM, "");

/** Return a text as children of an element: a new term is in bold. The marks of a box take no room, but are copied, read out and found. @param {string} text */
export const prose = (text) =>
  text.split(TERM).flatMap((part, place) => (place % 2 ? [make("dfn", ...withBoxes(part))] : withBoxes(part)));
