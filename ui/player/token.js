// A token on the screen, and how tokens became one.

import { fillTemplate, make, tint } from "../components/dom.js";
import { cellsOf } from "./space_needed.js";
import { tokenText } from "./token_text.js";

/** @import {HistoryItem} from "../lessons/contract" */
/** @import {Shown} from "./token_text.js" */

const LAST = /^(.*?)(\P{M}(?:\p{M}|\u200d)*)$/su; // a text, and its last character

/** @type {WeakMap<Element, string[]>} The tokens that elements show, each by what it is. */
export const names = new WeakMap();

// What a token is. Its number is another one in each window of a long lesson.
/** @type {(shown: {lesson: Pick<Shown["lesson"], "tokens">}, number: number) => string} */
export const nameOf = ({ lesson }, number) => lesson.tokens[number].join("\n");

/** @type {(view: Shown, number: number, look?: string) => Element} A token, with what it becomes below it. */
export function chip(view, number, look = "") {
  const { lesson } = view;
  const [, , id, hue, becomes] = lesson.tokens[number];
  const shown = tokenText(view, number);
  const classes = { unknown: id === null, long: shown.length > 30, special: lesson.special?.includes(number) ?? false };
  const title = id === null ? null : fillTemplate(lesson.labels.token, { id });
  // In lines that are aligned it is as wide as its characters, and what stands between two of them ends with the last.
  const style = [tint(hue).style, lesson.aligned && `--cells: ${cellsOf(shown)}`].filter(Boolean).join(";") || null;
  const [, head, last] = (lesson.aligned && LAST.exec(shown)) || [null, shown, ""];
  const attributes = { classes, title, lang: lesson.language || null, style };
  const token = make(`span.token.${look}`, attributes, head, last && make("span.last", last));
  names.set(token, [nameOf(view, number)]);
  return captioned(token, becomes);
}

/** @type {(token: Element, caption: string | undefined) => Element} A token with something written below it. */
export const captioned = (token, caption) =>
  caption ? make("span.captioned", token, make("span.caption", caption)) : token;

/** @type {(view: Shown, past: HistoryItem) => Array<Element | string>} What became what. */
export function equation(view, { parts, made }) {
  const tokens = parts.map((number) => chip(view, number));
  const isIds = view.notation === "ids";
  const sum = tokens.flatMap((token, place) => (place ? [isIds ? "," : "+", token] : [token]));
  const joined = made === null ? tokens : isIds ? ["(", ...sum, ")"] : sum;
  return made === null ? joined : [...joined, "→", chip(view, made)];
}
