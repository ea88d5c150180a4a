// Links to the current state of a page, for sharing.

import { copyText, fillTemplate, make } from "./dom.js";

/** @import {LeftPlayer} from "./contract" */
/** @typedef {Record<"copied" | "copyThis" | "hostNamed" | "nameHost", string>} CopyLabels */
/** @typedef {{box: HTMLInputElement | HTMLTextAreaElement, status: Element, others: Element}} CopyElements */
/** @typedef {{hosts: string[], own: string[]}} LinkSettings Host names under which others reach the server; the visitor's own settings. */

/** @type {LinkSettings} From the server, with each run of a page. */
let settings = { hosts: [], own: [] };

/** @param {LinkSettings} current */
export const setLinkSettings = (current) => (settings = current);

const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

// Return links to an address without the visitor's own settings: if it names localhost, one for each host name under
// which others reach the server.
/** @type {(href: string, settings?: LinkSettings) => string[]} */
export function linkTargets(href, { hosts, own } = settings) {
  const url = new URL(href);
  for (const name of own) url.searchParams.delete(name);
  if (!hosts.length || !THIS_MACHINE.test(url.hostname)) return [url.href];
  return hosts.map((host) => {
    url.hostname = host;
    return url.href;
  });
}

// Copy one of several equivalent links, confirm with a note, and offer the others.
/** @type {(links: string[], elements: CopyElements, labels: CopyLabels, note?: string, chosen?: string) => Promise<void>} */
export async function copyLink(links, elements, labels, note, chosen = links[0]) {
  const isCopied = await copyText(chosen, elements.box);
  const { host } = new URL(chosen);
  const hostNote = host === location.host ? "" : fillTemplate(labels.hostNamed, { host });
  elements.status.textContent = [isCopied ? labels.copied : labels.copyThis, hostNote, note].filter(Boolean).join(" ");
  const others = links.filter((link) => link !== chosen);
  const buttons = others.map((link) => {
    const onclick = () => copyLink(links, elements, labels, note, link);
    return make("button", { onclick }, fillTemplate(labels.nameHost, { host: new URL(link).host }));
  });
  elements.others.replaceChildren(...buttons);
}

/** Announce that the page is being left, so that a player writes its step to the address; returns its position. @returns {LeftPlayer | null} */
export function announceLeave() {
  /** @type {CustomEvent<{place?: LeftPlayer}>} */ const leaving = new CustomEvent("bpe-lab:leave", { detail: {} });
  document.dispatchEvent(leaving);
  return leaving.detail.place ?? null;
}

/** Open another page of the app as the browser's own history does: without loading the app again. @param {string} href */
export function openPage(href) {
  history.pushState({}, "", href);
  dispatchEvent(new PopStateEvent("popstate", { state: {} }));
}
