// Highlights what belongs to a candidate, a word or a token under the pointer.

import { names } from "./token.js";

/** What can be highlighted. */
export const HIGHLIGHTABLE = ".board li, .corpus .token, .text .token, .side .token, .corpus tbody tr:not(.group)";

/** Highlight everything that belongs to an item of a picture; nothing if null. @type {(picture: Element, item: Element | null) => void} */
export function highlight(picture, item) {
  for (const element of picture.querySelectorAll(".highlighted")) element.classList.remove("highlighted");
  picture.classList.toggle("has-highlight", item !== null);
  if (!item) return;
  item.classList.add("highlighted");
  const wanted = namesIn(item);
  if (item.matches("tr")) {
    const tokens = tokensIn(item).flatMap(namesIn);
    for (const candidate of picture.querySelectorAll(".board li")) {
      if (placesOf(tokens, namesIn(candidate)).length) candidate.classList.add("highlighted");
    }
  } else if (item.matches(".token")) {
    for (const token of picture.querySelectorAll(".token")) {
      if (namesIn(token)[0] === wanted[0]) token.classList.add("highlighted");
    }
  } else {
    for (const word of picture.querySelectorAll(".corpus tbody tr, .text .word")) {
      const tokens = tokensIn(word);
      const places = placesOf(tokens.flatMap(namesIn), wanted);
      for (const place of places) wanted.forEach((_, offset) => tokens[place + offset].classList.add("highlighted"));
      word.classList.toggle("highlighted", places.length > 0);
    }
  }
}

/** @param {Element} word */
const tokensIn = (word) => [...word.querySelectorAll(".token")];

/** @param {Element} item */
const namesIn = (item) => names.get(item) ?? [];

// Return where tokens are side by side in a word.
/** @type {(tokens: string[], wanted: string[]) => number[]} */
const placesOf = (tokens, wanted) =>
  tokens.flatMap((_, place) =>
    wanted.length && wanted.every((one, next) => tokens[place + next] === one) ? [place] : [],
  );
