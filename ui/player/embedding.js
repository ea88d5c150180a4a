// The player in a frame of another page: nothing else is shown, and that page receives its height.

/** Whether an address asks for only the player. @param {string} search */
export const isEmbedded = (search) => new URLSearchParams(search).get("embed") === "1";

// Report the player's height to the surrounding page, now and whenever it changes, until the signal. It may be any
// page, because it only learns a number.
/** @type {(root: HTMLElement, signal: AbortSignal) => void} */
export function reportHeight(root, signal) {
  root.classList.add("framed");
  const sizes = new ResizeObserver(() => {
    parent.postMessage({ type: "bpe-lab:height", height: Math.ceil(root.getBoundingClientRect().height) }, "*");
  });
  sizes.observe(root);
  signal.addEventListener("abort", () => sizes.disconnect());
}
