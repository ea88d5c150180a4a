// Navigation between the slides of a lesson plan.

// Return the next slide in a direction, skipping those whose pages no longer exist (empty addresses); 0 for none.
/** @type {(addresses: string[], place: number, by: number) => number} */
export function slideAt(addresses, place, by) {
  let to = place + by;
  while (to >= 1 && to <= addresses.length && !addresses[to - 1]) to += by;
  return to >= 1 && to <= addresses.length ? to : 0;
}

// Return the URL of a slide, below the app's own and with the visitor's own settings.
/** @type {(address: string, place: number, href: string, own: string[]) => string} */
export function slideUrl(address, place, href, own) {
  const url = new URL(address, href);
  const currentQuery = new URL(href).searchParams;
  for (const name of own) {
    const value = currentQuery.get(name);
    if (value !== null) url.searchParams.set(name, value);
  }
  url.searchParams.set("place", String(place));
  return url.href;
}

// Go to the next or previous slide of the plan being presented, when a lesson or question has ended; returns whether
// there is one.
/** @type {(by: number) => boolean} */
export const goToSlide = (by) =>
  !document.dispatchEvent(new CustomEvent("bpe-lab:turn", { detail: by, cancelable: true }));

/** Whether there is a next or previous slide. @type {(by: number) => boolean} */
export const hasSlide = (by) =>
  !document.dispatchEvent(new CustomEvent("bpe-lab:may-turn", { detail: by, cancelable: true }));

/** Call `callback` when another plan or slide is presented, until the signal. @type {(callback: () => void, signal: AbortSignal) => void} */
export const onPlanChange = (callback, signal) => document.addEventListener("bpe-lab:presented", callback, { signal });

/** Announce such a change. */
export const notifyPlan = () => document.dispatchEvent(new CustomEvent("bpe-lab:presented"));

/** Add what is shown as a slide to the plan. */
export const addSlide = () => document.dispatchEvent(new CustomEvent("bpe-lab:add"));
