// Keeps the site in the browser: the second visit needs no network. Another build has another name, and takes the place
// of the one before; Python, which is large and changes seldom, has a name of its own. The names carry the site's path,
// for a host may have several copies of the site, and each removes only what is its own. Where there is no room, or nothing
// may be kept, everything comes from the network as it would without this worker.

const BUILD = "";
const PYTHON = "";
/** @type {string[]} What every visit needs. */
const FIRST = [];

/** @type {string[]} What a reader may come to: the data of a language. */
const DATA = [];

/** @type {any} */ const worker = self;

const HOME = new URL(".", location.href);
const OWN = `bpe-lab ${HOME.pathname} `; // no path has a space in it
const NAMES = [`${OWN}${BUILD}`, `${OWN}python ${PYTHON}`];
const FORMER = /^bpe-lab-(python-)?[0-9a-f]{16}$/; // names without a path, which earlier versions gave

/** The cache that an address belongs into. @param {URL} url */
const nameFor = (url) => NAMES[Number(url.pathname.startsWith(`${HOME.pathname}python/`))];

/** An address as it is kept: what a page says behind the question mark is read by its script. @param {string} address */
function keptAs(address) {
  const url = new URL(address);
  url.search = url.hash = "";
  url.pathname = url.pathname.replace(/index\.html$/, "");
  return url;
}

/** @param {string} address @param {Response} answer */
async function put(address, answer) {
  try {
    const url = keptAs(address);
    await (await caches.open(nameFor(url))).put(url, answer);
  } catch {
    // no room, or not allowed
  }
}

/** @param {string} address */
async function take(address) {
  try {
    const url = keptAs(address);
    return await (await caches.open(nameFor(url))).match(url);
  } catch {
    return undefined;
  }
}

/** @param {string} address */
async function fetchToKeep(address) {
  if (keptAs(address).origin !== HOME.origin || !keptAs(address).pathname.startsWith(HOME.pathname)) return;
  if (await take(address)) return;
  try {
    // Not what the browser has from the build before.
    const answer = await fetch(keptAs(address), { cache: "no-cache" });
    if (answer.ok && !answer.redirected) await put(address, answer);
  } catch {
    // another time
  }
}

async function install() {
  await Promise.all(FIRST.map((path) => fetchToKeep(new URL(path, HOME).href)));
  await worker.skipWaiting();
}

/** Whether an address is of this copy, and not of one that lies in a folder of it. @param {string} address */
function isOwn(address) {
  const [within] = address.startsWith(HOME.href) ? address.slice(HOME.href.length).split("/") : [null];
  return within !== null && ["data", "python", ...FIRST.map((path) => path.split("/")[0])].includes(within);
}

/** Remove what is this copy's from a cache that copies of earlier versions have together. @param {string} name */
async function clear(name) {
  const cache = await caches.open(name);
  const kept = await cache.keys();
  const own = kept.filter((/** @type {Request} */ { url }) => isOwn(url));
  for (const request of own) await cache.delete(request);
  if (own.length === kept.length) await caches.delete(name);
}

async function activate() {
  try {
    for (const name of await caches.keys()) {
      if (name.startsWith(OWN) && !NAMES.includes(name)) await caches.delete(name);
      if (FORMER.test(name)) await clear(name);
    }
  } catch {
    // not allowed
  }
  await worker.clients.claim();
}

/** @param {Request} request @param {(kept: Promise<void>) => void} later */
async function answer(request, later) {
  const kept = await take(request.url);
  if (kept) return kept;
  // A page by its address in the app, which a host would lead to its folder.
  if (request.mode === "navigate" && !/[/.][^/]*$/.test(keptAs(request.url).pathname.slice(HOME.pathname.length))) {
    const folder = await take(`${keptAs(request.url).href}/`);
    if (folder) return Response.redirect(`${keptAs(request.url).href}/${new URL(request.url).search}`);
  }
  const fresh = await fetch(request);
  if (fresh.ok && fresh.status === 200 && !fresh.redirected) later(put(request.url, fresh.clone()));
  return fresh;
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
/** What a page has come with, and then, one after the other, all else that there is in its language. @param {{keep: string[], language: string}} told */
async function keepAll({ keep, language }) {
  await Promise.all(keep.map(fetchToKeep));
  for (const path of language ? DATA : []) await fetchToKeep(new URL(`data/${language}/${path}.js`, HOME).href);
}

worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(keepAll(event.data)));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const isHere = new URL(request.url).origin === HOME.origin && new URL(request.url).pathname.startsWith(HOME.pathname);
  if (request.method === "GET" && isHere) event.respondWith(answer(request, (kept) => event.waitUntil(kept)));
});
