// The player in a cell of a notebook: the module for anywidget, which runs in Jupyter, marimo, VS Code and Colab. The
// player is in a frame: it gets keys only after a click on it, and neither page affects the other's styles. Nothing in
// a lesson can reach the notebook from there.

/** @typedef {{get: (name: string) => any, set: (name: string, value: unknown) => void, save_changes: () => void, send: (message: object) => void, on: (event: string, receive: () => void) => void, off: (event: string, receive: () => void) => void}} Model */

const HEIGHT = 560; // until the player reports its own
const DARK = 128; // of 255

/** Whether the background of an element is dark. @param {Element | null} element */
function isDark(element) {
  for (let on = element; on; on = on.parentElement) {
    const [red, green, blue, opaque = 1] = (getComputedStyle(on).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
    if (blue !== undefined && opaque > 0) return 0.299 * red + 0.587 * green + 0.114 * blue < DARK;
  }
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

/** @param {{model: Model, el: HTMLElement}} given */
export function render({ model, el }) {
  const frame = document.createElement("iframe");
  frame.title = model.get("title");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.style.cssText = `display: block; width: 100%; height: ${HEIGHT}px; border: 0;`;
  frame.srcdoc = model.get("page");
  const show = () => {
    const about = { step: model.get("step"), dark: isDark(el) };
    frame.contentWindow?.postMessage({ type: "bpe-lab:lesson", lesson: model.get("lesson"), ...about }, "*");
  };
  const receive = (/** @type {MessageEvent} */ { source, data }) => {
    if (source !== frame.contentWindow) return;
    if (data.type === "bpe-lab:ready") show();
    else if (data.type === "bpe-lab:want") model.send({ want: data.step });
    else if (data.type === "bpe-lab:height") frame.style.height = `${data.height}px`;
    else if (data.type === "bpe-lab:here") {
      model.set("step", data.step);
      model.save_changes();
    }
  };
  addEventListener("message", receive);
  model.on("change:lesson", show);
  el.append(frame);
  return () => {
    removeEventListener("message", receive);
    model.off("change:lesson", show);
  };
}
