// The player in a frame of another page: nothing else is shown, and that page is told how high it is.

/** Whether an address asks for the player alone. @param {string} search */
export const isEmbedded = (search) => new URLSearchParams(search).get("embed") === "1";

// Tell the page around this one how high the player is, now and whenever that changes, until the signal. A number is
// all that it learns, so it may be any page.
/** @type {(root: HTMLElement, signal: AbortSignal) => void} */
export function reportHeight(root, signal) {
  root.classList.add("framed");
  const sizes = new ResizeObserver(() => {
    parent.postMessage({ type: "bpe-lab:height", height: Math.ceil(root.getBoundingClientRect().height) }, "*");
  });
  sizes.observe(root);
  signal.addEventListener("abort", () => sizes.disconnect());
}
