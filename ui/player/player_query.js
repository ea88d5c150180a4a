// A player's state in the address of a page: the step, whether the learner predicts, whether the player is alone on the
// screen, the notation, and whether the code is shown. Defaults are left out.

import { urlWithQuery, currentQuery } from "../components/page_query.js";
import { initialNotation, storeNotation, notationFromQuery, withNotation } from "../components/notation.js";

/** @import {LeftPlayer} from "../components/contract" */
/** @typedef {{step: number, predict: boolean, present: boolean, notation: string, code: boolean}} PlayerState Where a learner is. */
/** @typedef {{step: number | null, predict: boolean, present: boolean, notation: string, code: boolean}} AddressState The state in an address, which may lack a step. */

// `leaving`: the page is about to be left; returns the player's position. `returning`: the browser went back or
// forward, so what is not written yet belongs to another entry. `returned`: and this page is still shown.
/** @typedef {{leaving: () => LeftPlayer, returning: () => void, returned: () => void}} AddressListener */

/** @type {(search: string) => AddressState} */
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

/** Return an address with the learner's position, otherwise unchanged. @type {(href: string, state: PlayerState) => string} */
export function urlWithState(href, { step, predict, present, notation, code }) {
  const url = new URL(withNotation(href, notation));
  const values = { step: step || "", predict: predict ? "1" : "", present: present ? "1" : "", code: code ? "1" : "" };
  for (const [name, value] of Object.entries(values)) {
    if (value) url.searchParams.set(name, String(value));
    else url.searchParams.delete(name);
  }
  return url.toString();
}

/** Return the rest of an address: what it says about the lesson, not about a plan that contains it. @param {string} search */
export function lessonUrl(search) {
  const query = new URLSearchParams(search);
  for (const name of ["step", "predict", "present", "view", "code", "place"]) query.delete(name);
  return query.toString();
}

/** Return the page's address with the learner's position. @param {PlayerState} state */
const linkTo = (state) => urlWithQuery(new URL(urlWithState(`https://lesson/?${currentQuery()}`, state)).searchParams);

/** The address of the page, as the player uses it. */
export const pageAddress = {
  read: () => ({ ...readPlayerQuery(`?${currentQuery()}`), notation: initialNotation() }),
  /** The rest of the address, which identifies the lesson. */
  about: () => lessonUrl(`?${currentQuery()}`),
  write: (/** @type {PlayerState} */ state) => {
    storeNotation(state.notation);
    // Chromium loses the state of an entry that is rewritten just as the page is loaded again.
    if (linkTo(state) !== location.href) history.replaceState(history.state, "", linkTo(state));
  },
  link: linkTo,
  listen: (/** @type {AddressListener} */ { leaving, returning, returned }, /** @type {AbortSignal} */ signal) => {
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
