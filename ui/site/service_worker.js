// Caches the site in the browser, so that a second visit needs no network. Each build has its own cache name and
// replaces the build before; Python, which is large and rarely changes, has a separate one. Names contain the site's
// path, since a host may have several copies, each of which removes only its own. Without room or permission,
// everything comes from the network, as without this worker.

const BUILD = "";
const PYTHON = "";
/** @type {string[]} What every visit needs. */
const FIRST = [];

/** @type {string[]} What a reader may need later: the data of a language. */
const DATA = [];

/** @type {any} */ const worker = self;

const HOME = new URL(".", location.href);
const PREFIX = `bpe-lab ${HOME.pathname} `; // no path has a space in it
const NAMES = [`${PREFIX}${BUILD}`, `${PREFIX}python ${PYTHON}`];
const FORMER = /^bpe-lab-(python-)?[0-9a-f]{16}$/; // names without a path, from earlier versions

/** Return the name of the cache for an address. @param {URL} url */
const nameFor = (url) => NAMES[Number(url.pathname.startsWith(`${HOME.pathname}python/`))];

/** Return an address as cached, without its query, which is read by the page's script. @param {string} address */
function cacheUrl(address) {
  const url = new URL(address);
  url.search = url.hash = "";
  url.pathname = url.pathname.replace(/index\.html$/, "");
  return url;
}

/** @param {string} address @param {Response} answer */
async function store(address, answer) {
  try {
    const url = cacheUrl(address);
    await (await caches.open(nameFor(url))).put(url, answer);
  } catch {
    // no room, or not allowed
  }
}

/** @param {string} address */
async function cached(address) {
  try {
    const url = cacheUrl(address);
    return await (await caches.open(nameFor(url))).match(url);
  } catch {
    return undefined;
  }
}

/** @param {string} address */
async function fetchIntoCache(address) {
  if (cacheUrl(address).origin !== HOME.origin || !cacheUrl(address).pathname.startsWith(HOME.pathname)) return;
  if (await cached(address)) return;
  try {
    // Bypass the browser's own cache, which may have the build before.
    const answer = await fetch(cacheUrl(address), { cache: "no-cache" });
    if (answer.ok && !answer.redirected) await store(address, answer);
  } catch {
    // another time
  }
}

async function install() {
  await Promise.all(FIRST.map((path) => fetchIntoCache(new URL(path, HOME).href)));
  await worker.skipWaiting();
}

/** Whether an address belongs to this copy of the site, and not to another in a subfolder. @param {string} address */
function isOwn(address) {
  const [within] = address.startsWith(HOME.href) ? address.slice(HOME.href.length).split("/") : [null];
  return within !== null && ["data", "merges", "python", ...FIRST.map((path) => path.split("/")[0])].includes(within);
}

/** Remove this copy's entries from a cache that copies of earlier versions shared. @param {string} name */
async function removeOwnEntries(name) {
  const cache = await caches.open(name);
  const kept = await cache.keys();
  const own = kept.filter((/** @type {Request} */ { url }) => isOwn(url));
  for (const request of own) await cache.delete(request);
  if (own.length === kept.length) await caches.delete(name);
}

async function activate() {
  try {
    for (const name of await caches.keys()) {
      if (name.startsWith(PREFIX) && !NAMES.includes(name)) await caches.delete(name);
      if (FORMER.test(name)) await removeOwnEntries(name);
    }
  } catch {
    // not allowed
  }
  await worker.clients.claim();
}

/** @param {Request} request @param {(stored: Promise<void>) => void} waitUntil */
async function respond(request, waitUntil) {
  const kept = await cached(request.url);
  if (kept) return kept;
  // An address of a page without the final slash, which a host would redirect to its folder.
  if (request.mode === "navigate" && !/[/.][^/]*$/.test(cacheUrl(request.url).pathname.slice(HOME.pathname.length))) {
    const folder = await cached(`${cacheUrl(request.url).href}/`);
    if (folder) return Response.redirect(`${cacheUrl(request.url).href}/${new URL(request.url).search}`);
  }
  const fresh = await fetch(request);
  if (fresh.ok && fresh.status === 200 && !fresh.redirected) waitUntil(store(request.url, fresh.clone()));
  return fresh;
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
/** Cache what a page has loaded and then, one by one, the rest in its language. @param {{keep: string[], language: string}} message */
async function cacheAll({ keep, language }) {
  await Promise.all(keep.map(fetchIntoCache));
  for (const path of language ? DATA : []) await fetchIntoCache(new URL(`data/${language}/${path}.js`, HOME).href);
}

worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(cacheAll(event.data)));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const isHere = new URL(request.url).origin === HOME.origin && new URL(request.url).pathname.startsWith(HOME.pathname);
  if (request.method === "GET" && isHere) event.respondWith(respond(request, (stored) => event.waitUntil(stored)));
});
