// What of a player stands in the address of a page: the step, whether the learner predicts, whether it is
// alone on the screen, how tokens are shown, and whether the code is.
// What is usual is left out.

import { urlWithQuery, currentQuery } from "../components/page_query.js";
import { initialNotation, storeNotation, notationFromQuery, withNotation } from "../components/notation.js";

/** @import {LeftPlayer} from "../components/contract" */
/** @typedef {{step: number, predict: boolean, present: boolean, notation: string, code: boolean}} Here Where a learner is. */
/** @typedef {{step: number | null, predict: boolean, present: boolean, notation: string, code: boolean}} Named What an address says; perhaps no step. */

// `leaving`: the page is about to be left, where does the player stand? `returning`: the browser went back or forth, what
// was not written yet is of another entry. `returned`: and this page is still the one that is shown.
/** @typedef {{leaving: () => LeftPlayer, returning: () => void, returned: () => void}} Told */

/** @type {(search: string) => Named} */
export function readPlayerQuery(search) {
  const query = new URLSearchParams(search);
  const step = query.get("step") ?? "";
  return {
    step: /^\d{1,9}$/.test(step) ? Number(step) : null,
    predict: query.get("predict") === "1",
    present: query.get("present") === "1",
    notation: notationFromQuery(search),
    code: query.get("code") === "1",
  };
}

/** An address that says where a learner is, and all else as it did. @type {(href: string, here: Here) => string} */
export function urlWithState(href, { step, predict, present, notation, code }) {
  const url = new URL(withNotation(href, notation));
  const values = { step: step || "", predict: predict ? "1" : "", present: present ? "1" : "", code: code ? "1" : "" };
  for (const [name, value] of Object.entries(values)) {
    if (value) url.searchParams.set(name, String(value));
    else url.searchParams.delete(name);
  }
  return url.toString();
}

/** What an address says besides: of the lesson, not of a plan that has it. @param {string} search */
export function lessonUrl(search) {
  const query = new URLSearchParams(search);
  for (const name of ["step", "predict", "present", "view", "code", "place"]) query.delete(name);
  return query.toString();
}

/** An address of the page that says where a learner is. @param {Here} at */
const linkTo = (at) => urlWithQuery(new URL(urlWithState(`https://lesson/?${currentQuery()}`, at)).searchParams);

/** The address of the page, as a player is given it. */
export const pageAddress = {
  read: () => ({ ...readPlayerQuery(`?${currentQuery()}`), notation: initialNotation() }),
  /** What it says besides: another lesson has another. */
  about: () => lessonUrl(`?${currentQuery()}`),
  write: (/** @type {Here} */ at) => {
    storeNotation(at.notation);
    history.replaceState(history.state, "", linkTo(at));
  },
  link: linkTo,
  listen: (/** @type {Told} */ { leaving, returning, returned }, /** @type {AbortSignal} */ signal) => {
    const path = location.pathname;
    const goBack = () => {
      returning();
      if (location.pathname === path) returned();
    };
    const leave = (/** @type {Event} */ event) => {
      const place = leaving();
      if (event instanceof CustomEvent && event.detail) event.detail.place = place;
    };
    document.addEventListener("bpe-lab:leave", leave, { signal });
    addEventListener("popstate", goBack, { signal });
  },
};
