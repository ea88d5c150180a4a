// A teacher's text with Markdown's headings, list items and bold words, and nothing else of Markdown. Creates only text
// nodes. The same as `ui/classroom/plans/slide_text.py`.

import { make } from "../../components/dom.js";

/** @typedef {{kind: "h2" | "li" | "p", parts: Array<{text: string, isBold: boolean}>}} Line */

/** Return the lines of a text, with their bold parts. @param {string} text @returns {Line[]} */
export function slideLines(text) {
  return text.split("\n").map((line) => {
    const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(line);
    const entry = /^[-*]\s+(.*)/.exec(line);
    const parts = (heading?.[1] ?? entry?.[1] ?? line)
      .split(/\*\*(?=\S)(.+?)(?<=\S)\*\*/)
      .map((part, place) => ({ text: part, isBold: place % 2 === 1 }))
      .filter((part) => part.text);
    return { kind: heading ? "h2" : entry ? "li" : "p", parts };
  });
}

/** @param {string} text */
export const slideText = (text) =>
  slideLines(text).map(({ kind, parts }) =>
    make(kind, ...parts.map((part) => (part.isBold ? make("strong", part.text) : part.text))),
  );
