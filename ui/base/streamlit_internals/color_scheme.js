// Light or dark: the reader's choice or, without one, the system's.
//
// Only Streamlit's own menu can change its theme. But it follows the system by asking `matchMedia`, so this script
// runs before Streamlit's and makes that answer with the reader's choice. Without it, the app follows the system.

const THEME = "bpe-lab-theme";
const QUERY = "(prefers-color-scheme: dark)";

const system = globalThis.matchMedia?.(QUERY);
const answers = Object.assign(new EventTarget(), { media: QUERY, matches: false, onchange: null });

/** Switch to the other scheme. The system's own is not stored, so the page follows the system again. */
export function switchTheme() {
  const isDark = !answers.matches;
  apply(isDark);
  try {
    if (isDark === system.matches) localStorage.removeItem(THEME);
    else localStorage.setItem(THEME, isDark ? "dark" : "light");
  } catch {
    // the browser refuses to store it: it lasts until the page is left
  }
}

/** Call `draw` with whether it is dark, now and whenever that changes, until the signal. @param {(isDark: boolean) => void} draw @param {AbortSignal} signal */
export function followTheme(draw, signal) {
  answers.addEventListener("change", () => draw(answers.matches), { signal });
  draw(answers.matches);
}

function chosen() {
  try {
    return localStorage.getItem(THEME);
  } catch {
    return null;
  }
}

function apply(isDark = (chosen() ?? (system.matches ? "dark" : "light")) === "dark") {
  answers.matches = isDark;
  document.documentElement.dataset.bpeTheme = isDark ? "dark" : "light"; // for everything that isn't Streamlit's
  answers.dispatchEvent(new Event("change"));
}

if (system) {
  const ask = globalThis.matchMedia.bind(globalThis);
  Object.assign(globalThis, { matchMedia: (/** @type {string} */ query) => (query === QUERY ? answers : ask(query)) });
  system.addEventListener("change", () => apply());
  addEventListener("storage", ({ key }) => key === THEME && apply()); // chosen in another tab
  apply();
}
