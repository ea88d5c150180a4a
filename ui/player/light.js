// Shows where what is pointed at stands: a candidate, a word, or a token.

import { numbers } from "./token.js";
import { rows } from "./words.js";

/** What can be pointed at. */
export const LIT = ".board li, .corpus .token, .text .token, .side .token, .corpus tbody tr:not(.group)";

/** Light up what belongs to an item of a picture; null for nothing. @type {(picture: Element, item: Element | null) => void} */
export function light(picture, item) {
  for (const lit of picture.querySelectorAll(".lit")) lit.classList.remove("lit");
  picture.classList.toggle("lighting", item !== null);
  if (!item) return;
  item.classList.add("lit");
  const wanted = numbers.get(item) ?? [];
  const row = rows.get(item);
  if (row) {
    for (const candidate of picture.querySelectorAll(".board li")) {
      if (placesOf(row.tokens, numbers.get(candidate) ?? []).length) candidate.classList.add("lit");
    }
  } else if (item.matches(".token")) {
    for (const token of picture.querySelectorAll(".token")) {
      if (numbers.get(token)?.[0] === wanted[0]) token.classList.add("lit");
    }
  } else {
    for (const word of picture.querySelectorAll(".corpus tbody tr, .text .word")) {
      const places = placesOf(rows.get(word)?.tokens ?? [], wanted);
      const tokens = word.querySelectorAll(".token");
      for (const place of places) wanted.forEach((_, offset) => tokens[place + offset].classList.add("lit"));
      word.classList.toggle("lit", places.length > 0);
    }
  }
}

// Where some tokens stand side by side in a word.
/** @type {(tokens: number[], wanted: number[]) => number[]} */
const placesOf = (tokens, wanted) =>
  tokens.flatMap((_, place) =>
    wanted.length && wanted.every((one, next) => tokens[place + next] === one) ? [place] : [],
  );
