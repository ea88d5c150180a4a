// What all pages share: language, navigation, colours, and caching for visits without a network.

import { findOne, make } from "../components/dom.js";
import { BrowserStore, useSharedStorage, sharedStorage } from "../components/storage.js";
import { isEmbedded } from "../player/embedding.js";
import { CopyStorage } from "./copy_storage.js";
import { load } from "./data.js";
import { currentQuery } from "../components/page_query.js";
import { isFile, siteUrl, ROOT, setUrl } from "./site_urls.js";

/** @import {SiteTexts} from "./contract" */
/** @typedef {{page: string, language: string, texts: SiteTexts, data: any, notices: HTMLElement, shown: HTMLElement}} StartedPage */

// A host may have several copies of the site. Folders on a disk have no lasting paths.
if (!isFile) useSharedStorage(() => new CopyStorage(localStorage, ROOT.pathname));

const storage = new BrowserStore(sharedStorage);
const [LANGUAGE, THEME] = ["bpe-lab-language", "bpe-lab-theme"];
const THEMES = /** @type {const} */ (["system", "light", "dark"]);

/** @param {string} id */
function selectBox(id) {
  const found = findOne(document, `#${id}`);
  if (!(found instanceof HTMLSelectElement)) throw new Error(id);
  return found;
}

/** Return the language to use: from the address, chosen before, or preferred by the browser. */
function wantedLanguage() {
  const available = [...selectBox("language").options].map(({ value }) => value);
  const preferences = [currentQuery().get("lang"), storage.get(LANGUAGE), ...navigator.languages];
  for (const preference of preferences) {
    if (!preference) continue;
    const [name] = preference.split(/[-_]/);
    const found = available.find((tag) => tag === preference) ?? available.find((tag) => tag.split("-")[0] === name);
    if (found) return found;
  }
  return available[0];
}

/** Apply the chosen theme. */
function applyTheme() {
  const theme = storage.get(THEME);
  document.documentElement.style.colorScheme = theme === "light" || theme === "dark" ? theme : "";
}

/** Start a page: load its texts and data, and draw what all pages share. @returns {Promise<StartedPage>} */
export async function startPage() {
  applyTheme();
  if (currentQuery().get("large") === "1") document.documentElement.classList.add("large");
  if (parent !== window || isEmbedded(`?${currentQuery()}`)) document.documentElement.classList.add("embedded");
  const page = document.body.dataset.page ?? "";
  const language = wantedLanguage();
  const [notices, shown] = [findOne(document, "#notices"), findOne(document, "#shown")];
  try {
    const [texts, data] = await Promise.all([load(language, "site"), load(language, page)]);
    draw(page, language, texts);
    shown.replaceChildren();
    void cacheSite(texts, language, notices);
    // Something requested later, such as another chapter, that could not be loaded.
    addEventListener("unhandledrejection", () => notices.replaceChildren(make("p.notice", texts.labels.problem)));
    return { page, language, texts, data, notices, shown };
  } catch (problem) {
    shown.replaceChildren(make("p", "This page did not come in full. Load it again when you are connected."));
    throw problem;
  }
}

let windowName = "";

/** Put the lesson or chapter into the window's title. @param {string} subject */
export function nameWindow(subject) {
  document.title = [subject, windowName].filter(Boolean).join(" · ");
}

/** @param {string} page @param {string} language @param {SiteTexts} texts */
function draw(page, language, { pages, menus, labels }) {
  document.documentElement.lang = language;
  const titles = new Map(pages.map((entry) => [entry.name, entry]));
  const heading = titles.get(page)?.heading ?? "BPE Lab";
  const first = titles.get(page)?.within || page;
  windowName = page === "home" ? heading : `${titles.get(page)?.title} · BPE Lab`;
  document.title = windowName;
  findOne(document, "h1").textContent = heading;
  /** @param {string} name */
  const link = (name) => {
    const current = name === page ? "page" : name === first ? "true" : null;
    return make("a", { href: siteUrl(name), "aria-current": current }, titles.get(name)?.title);
  };
  const nav = findOne(document, "nav");
  nav.setAttribute("aria-label", labels.pages);
  const menuElements = menus.map((menu) => {
    const entries = menu.pages.map((name) => {
      const entry = link(name);
      if (name === first) entry.setAttribute("aria-current", name === page ? "page" : "true");
      return make("li", entry, make("p", titles.get(name)?.about));
    });
    const summary = make("summary", { "aria-current": menu.pages.includes(first) ? "true" : null }, menu.title);
    return make("details", { name: "menu" }, summary, make("ul", ...entries));
  });
  nav.replaceChildren(...menuElements);
  closeMenus(nav);
  const burger = findOne(document, ".burger");
  burger.setAttribute("aria-label", labels.pages);
  burger.onclick = () => burger.setAttribute("aria-expanded", String(nav.classList.toggle("open")));
  const parts = pages.filter(({ name, within }) => name === first || within === first).map(({ name }) => link(name));
  const label = titles.get(first)?.title;
  if (parts.length > 1) findOne(document, "h1").after(make("nav.parts", { "aria-label": label }, ...parts));
  findOne(document, ".brand").setAttribute("href", siteUrl("home"));

  const languages = selectBox("language");
  languages.setAttribute("aria-label", labels.language);
  languages.value = language;
  languages.onchange = () => {
    storage.set(LANGUAGE, languages.value);
    const query = currentQuery();
    query.set("lang", languages.value);
    setUrl(query);
    location.reload();
  };
  const themes = selectBox("theme");
  themes.setAttribute("aria-label", labels.theme);
  themes.replaceChildren(...THEMES.map((theme) => make("option", { value: theme }, labels[theme])));
  themes.value = THEMES.find((theme) => theme === storage.get(THEME)) ?? "system";
  themes.onchange = () => {
    storage.set(THEME, themes.value);
    applyTheme();
  };
}

/** Have the open menu close by Escape, and by a press elsewhere. @param {HTMLElement} nav */
function closeMenus(nav) {
  const opened = () => nav.querySelector("details[open]");
  document.addEventListener("pointerdown", ({ target }) => {
    if (!(target instanceof Node && opened()?.contains(target))) opened()?.removeAttribute("open");
  });
  nav.addEventListener("keydown", ({ key }) => {
    const menu = opened();
    if (key !== "Escape" || !menu) return;
    menu.removeAttribute("open");
    menu.querySelector("summary")?.focus();
  });
}

/** Have the site cached for visits without a network; if that is refused, continue without. @param {SiteTexts} texts @param {string} language @param {HTMLElement} notices */
async function cacheSite({ labels }, language, notices) {
  if (isFile || !navigator.serviceWorker) return;
  try {
    const workers = navigator.serviceWorker;
    const wasCached = workers.controller !== null;
    workers.addEventListener("controllerchange", () => {
      if (!wasCached) return;
      const load = make("button", { onclick: () => location.reload() }, labels.reload);
      notices.append(make("p.notice", { role: "status" }, `${labels.newer} `, load));
    });
    await workers.register(new URL("keep.js", ROOT));
    const { active } = await workers.ready;
    // What was loaded before the service worker was active.
    const loadedUrls = performance.getEntriesByType("resource").map(({ name }) => name);
    // On metered connections, only what was requested.
    const savesData = Reflect.get(navigator, "connection")?.saveData;
    active?.postMessage({ keep: [location.href.split("#")[0], ...loadedUrls], language: savesData ? "" : language });
  } catch {
    // forbidden, or no room
  }
}
