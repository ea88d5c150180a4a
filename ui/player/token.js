// A token on the screen, and how tokens became one.

import { fillTemplate, make, tint } from "../components/dom.js";
import { cellsOf } from "./space_needed.js";
import { tokenText } from "./token_text.js";

/** @import {HistoryItem} from "../lessons/contract" */
/** @import {Shown} from "./token_text.js" */

const LAST = /^(.*?)(\P{M}(?:\p{M}|\u200d)*)$/su; // a text, and its last character

/** @type {WeakMap<Element, string[]>} The names of the tokens that each element shows. */
export const names = new WeakMap();

// Return a token's name. Its number differs between the windows of a long lesson.
/** @type {(shown: {lesson: Pick<Shown["lesson"], "tokens">}, number: number) => string} */
export const nameOf = ({ lesson }, number) => lesson.tokens[number].join("\n");

/** @type {(view: Shown, number: number, look?: string) => Element} Return the element of a token, with what it becomes below it. */
export function chip(view, number, look = "") {
  const { lesson } = view;
  const [, , id, hue, becomes] = lesson.tokens[number];
  const shown = tokenText(view, number);
  const classes = { unknown: id === null, long: shown.length > 30, special: lesson.special?.includes(number) ?? false };
  const title = id === null ? null : fillTemplate(lesson.labels.token, { id });
  // In aligned lines a token is as wide as its characters, and the space between them ends with the last one.
  const style = [tint(hue).style, lesson.aligned && `--cells: ${cellsOf(shown)}`].filter(Boolean).join(";") || null;
  const [, head, last] = (lesson.aligned && LAST.exec(shown)) || [null, shown, ""];
  const attributes = { classes, title, lang: lesson.language || null, style };
  const token = make(`span.token.${look}`, attributes, head, last && make("span.last", last));
  names.set(token, [nameOf(view, number)]);
  return captioned(token, becomes);
}

/** @type {(token: Element, caption: string | undefined) => Element} Return a token with a caption below it, if it has one. */
export const captioned = (token, caption) =>
  caption ? make("span.captioned", token, make("span.caption", caption)) : token;

/** @type {(view: Shown, past: HistoryItem) => Array<Element | string>} Return what became what. */
export function equation(view, { parts, made }) {
  const tokens = parts.map((number) => chip(view, number));
  const isIds = view.notation === "ids";
  const sum = tokens.flatMap((token, place) => (place ? [isIds ? "," : "+", token] : [token]));
  const joined = made === null ? tokens : isIds ? ["(", ...sum, ")"] : sum;
  return made === null ? joined : [...joined, "→", chip(view, made)];
}
