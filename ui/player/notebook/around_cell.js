// Around the player in a saved notebook's cell: gives the frame the height that the player tells, and tells it whether the
// page is dark. Where this runs, the rows below the player are folded away. A script of a page, not a module.

(() => {
  const DARK = 128; // of 255
  const around = document.currentScript?.parentElement;
  const frame = around?.querySelector("iframe");
  if (!around || !frame) return;
  around.querySelector("details")?.removeAttribute("open");

  /** Whether what an element stands on is dark. @param {Element | null} element */
  const isDark = (element) => {
    for (let on = element; on; on = on.parentElement) {
      const [red, green, blue, opaque = 1] = (getComputedStyle(on).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
      if (blue !== undefined && opaque > 0) return 0.299 * red + 0.587 * green + 0.114 * blue < DARK;
    }
    return matchMedia("(prefers-color-scheme: dark)").matches;
  };

  addEventListener("message", ({ source, data }) => {
    if (source !== frame.contentWindow || data?.type !== "bpe-lab:height") return;
    frame.style.height = `${Number(data.height)}px`;
    frame.contentWindow?.postMessage({ type: "bpe-lab:look", dark: isDark(frame) }, "*");
  });
})();
