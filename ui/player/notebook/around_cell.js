// Around the player in a saved notebook's cell: sets the frame to the height that the player reports, and tells the
// player whether the page is dark. If this runs, it collapses the rows below the player. A script of a page, not a
// module.

(() => {
  const DARK = 128; // of 255
  const around = document.currentScript?.parentElement;
  const frame = around?.querySelector("iframe");
  if (!around || !frame) return;
  around.querySelector("details")?.removeAttribute("open");

  /** Whether the background of an element is dark. @param {Element | null} element */
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
