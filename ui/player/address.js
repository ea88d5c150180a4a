// What of a player stands in the address of a page: the step, whether the learner predicts, and how tokens are shown.
// What is usual is left out.

/** @typedef {{step: number, predict: boolean, asText: boolean}} Here Where a learner is. */
/** @typedef {{step: number | null, predict: boolean, asText: boolean}} Named What an address says; perhaps no step. */

/**
 * The address, as a place offers it to a player.
 *
 * @typedef {object} Address
 * @property {() => Named} read
 * @property {() => string} about What it says besides: another lesson has another.
 * @property {(here: Here) => void} write
 * @property {(here: Here) => string} link
 * @property {(told: Told) => () => void} listen Returns how to stop.
 */

/**
 * @typedef {object} Told
 * @property {() => {lesson: string, step: number}} leaving The page is about to be left: where does the player stand?
 * @property {() => void} returning The browser went back or forth: what was not written yet is of another entry.
 * @property {() => void} returned And this page is still the one that is shown.
 */

const OWN = ["step", "predict", "view"];

/** @type {(search: string) => Named} */
export function readSearch(search) {
  const query = new URLSearchParams(search);
  const step = query.get("step") ?? "";
  return {
    step: /^\d{1,9}$/.test(step) ? Number(step) : null,
    predict: query.get("predict") === "1",
    asText: query.get("view") === "text",
  };
}

/** An address with the player's parameters in it, and others as they were. @type {(href: string, here: Here) => string} */
export function withHere(href, { step, predict, asText }) {
  const url = new URL(href);
  const values = { step: step || "", predict: predict ? "1" : "", view: asText ? "text" : "" };
  for (const [name, value] of Object.entries(values)) {
    if (value) url.searchParams.set(name, String(value));
    else url.searchParams.delete(name);
  }
  return url.toString();
}

/** What an address says besides the player's own parameters. @param {string} search */
export function withoutHere(search) {
  const query = new URLSearchParams(search);
  for (const name of OWN) query.delete(name);
  return query.toString();
}

/** @type {Address} The address of the page. */
export const pageAddress = {
  read: () => readSearch(location.search),
  about: () => withoutHere(location.search),
  write: (here) => history.replaceState(history.state, "", withHere(location.href, here)),
  link: (here) => withHere(location.href, here),
  listen: ({ leaving, returning, returned }) => {
    const path = location.pathname;
    const goBack = () => {
      returning();
      if (location.pathname === path) returned();
    };
    const leave = (/** @type {Event} */ event) => {
      const place = leaving();
      if (event instanceof CustomEvent && event.detail) event.detail.place = place;
    };
    document.addEventListener("bpe-lab:leave", leave);
    addEventListener("popstate", goBack);
    return () => {
      document.removeEventListener("bpe-lab:leave", leave);
      removeEventListener("popstate", goBack);
    };
  },
};
