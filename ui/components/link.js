// The link to what is shown, as it is given to others.

import { copyText, fillTemplate, make } from "./dom.js";

/** @import {LeftPlayer} from "./contract" */
/** @typedef {Record<"copied" | "copyThis" | "hostNamed" | "nameHost", string>} CopyLabels */
/** @typedef {{box: HTMLInputElement | HTMLTextAreaElement, said: Element, others: Element}} CopyPlaces */
/** @typedef {{hosts: string[], own: string[]}} Known The hosts that others reach the server by; what is the visitor's own. */

/** @type {Known} What the server has told, with each run of a page. */
let told = { hosts: [], own: [] };

/** @param {Known} now */
export const announceLinks = (now) => (told = now);

const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

// The links to an address without what is the visitor's own: one for each host that others reach the server by, where
// the address names a host that is another machine on every other machine.
/** @type {(href: string, known?: Known) => string[]} */
export function linkTargets(href, { hosts, own } = told) {
  const url = new URL(href);
  for (const name of own) url.searchParams.delete(name);
  if (!hosts.length || !THIS_MACHINE.test(url.hostname)) return [url.href];
  return hosts.map((host) => {
    url.hostname = host;
    return url.href;
  });
}

// Copy one of several links to the same, say so with a note, and offer the others.
/** @type {(links: string[], places: CopyPlaces, labels: CopyLabels, note?: string, chosen?: string) => Promise<void>} */
export async function copyLink(links, places, labels, note, chosen = links[0]) {
  const done = await copyText(chosen, places.box);
  const { host } = new URL(chosen);
  const named = host === location.host ? "" : fillTemplate(labels.hostNamed, { host });
  places.said.textContent = [done ? labels.copied : labels.copyThis, named, note].filter(Boolean).join(" ");
  const others = links.filter((link) => link !== chosen);
  const buttons = others.map((link) => {
    const onclick = () => copyLink(links, places, labels, note, link);
    return make("button", { onclick }, fillTemplate(labels.nameHost, { host: new URL(link).host }));
  });
  places.others.replaceChildren(...buttons);
}

/** The page is left: a player writes its step into the address, and says where it stands. @returns {LeftPlayer | null} */
export function onPlayerLeft() {
  /** @type {CustomEvent<{place?: LeftPlayer}>} */ const leaving = new CustomEvent("bpe-lab:leave", { detail: {} });
  document.dispatchEvent(leaving);
  return leaving.detail.place ?? null;
}
