// The link to what is shown, as it is given to others.

/** @typedef {{hosts: string[], own: string[]}} Known The hosts that others reach the server by; what is the visitor's own. */

/** @type {Known} What the server has told, with each run of a page. */
let told = { hosts: [], own: [] };

/** @param {Known} now */
export const tellOfLinks = (now) => (told = now);

const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

// The links to an address without what is the visitor's own: one for each host that others reach the server by, where
// the address names a host that is another machine on every other machine.
/** @type {(href: string, known?: Known) => string[]} */
export function linksTo(href, { hosts, own } = told) {
  const url = new URL(href);
  for (const name of own) url.searchParams.delete(name);
  if (!hosts.length || !THIS_MACHINE.test(url.hostname)) return [url.href];
  return hosts.map((host) => {
    url.hostname = host;
    return url.href;
  });
}
