// The way through the places of a plan.

// The next place from one, over those that are not there any more: their addresses are empty. 0 for none.
/** @type {(addresses: string[], place: number, by: number) => number} */
export function slideAt(addresses, place, by) {
  let to = place + by;
  while (to >= 1 && to <= addresses.length && !addresses[to - 1]) to += by;
  return to >= 1 && to <= addresses.length ? to : 0;
}

// The address of a place, below the app's own and with what is the visitor's own.
/** @type {(address: string, place: number, href: string, own: string[]) => string} */
export function slideUrl(address, place, href, own) {
  const url = new URL(address, href);
  const here = new URL(href).searchParams;
  for (const name of own) {
    const value = here.get(name);
    if (value !== null) url.searchParams.set(name, value);
  }
  url.searchParams.set("place", String(place));
  return url.href;
}

// Go on, or back, in a plan that is presented, where a lesson or a question has come to its end; whether there is a
// place to go to.
/** @type {(by: number) => boolean} */
export const goToSlide = (by) =>
  !document.dispatchEvent(new CustomEvent("bpe-lab:turn", { detail: by, cancelable: true }));

/** Whether there is such a place. @type {(by: number) => boolean} */
export const hasSlide = (by) =>
  !document.dispatchEvent(new CustomEvent("bpe-lab:may-turn", { detail: by, cancelable: true }));

/** Be told that another plan, or place, is presented, until the signal. @type {(tell: () => void, signal: AbortSignal) => void} */
export const onPlanChange = (tell, signal) => document.addEventListener("bpe-lab:presented", tell, { signal });

/** Tell so. */
export const notifyPlan = () => document.dispatchEvent(new CustomEvent("bpe-lab:presented"));

/** Add what is shown to the plan. */
export const addSlide = () => document.dispatchEvent(new CustomEvent("bpe-lab:add"));
