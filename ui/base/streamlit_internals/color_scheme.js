// Light or dark: what the reader chose, else what the system has.
//
// Streamlit's theme can be changed by its own menu alone, but it follows the system, for which it asks `matchMedia`. So
// that answers for the reader here; this script runs before Streamlit's. Without it, the app stays as the system is.

const THEME = "bpe-lab-theme";
const QUERY = "(prefers-color-scheme: dark)";

const system = globalThis.matchMedia?.(QUERY);
const answers = Object.assign(new EventTarget(), { media: QUERY, matches: false, onchange: null });

/** Use the other one. What the system has is not stored: the page follows it again. */
export function switchTheme() {
  const isDark = !answers.matches;
  apply(isDark);
  try {
    if (isDark === system.matches) localStorage.removeItem(THEME);
    else localStorage.setItem(THEME, isDark ? "dark" : "light");
  } catch {
    // refused by the browser: it lasts as long as the page
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
  document.documentElement.dataset.bpeTheme = isDark ? "dark" : "light"; // for what is not Streamlit's
  answers.dispatchEvent(new Event("change"));
}

if (system) {
  const ask = globalThis.matchMedia.bind(globalThis);
  Object.assign(globalThis, { matchMedia: (/** @type {string} */ query) => (query === QUERY ? answers : ask(query)) });
  system.addEventListener("change", () => apply());
  addEventListener("storage", ({ key }) => key === THEME && apply()); // chosen in another tab
  apply();
}
