// The site's service worker. A host may have several: one for each copy of the site.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const SOURCE = readFileSync(new URL("../../ui/site/service_worker.js", import.meta.url), "utf8");

/** A browser's caches for one host, as far as the worker uses them. */
class Caches extends Map {
  async open(/** @type {string} */ name) {
    if (!this.has(name)) this.set(name, new Map());
    const cache = this.get(name);
    return {
      match: async (/** @type {URL} */ url) => cache.get(url.href),
      keys: async () => [...cache.keys()].map((url) => ({ url })),
      delete: async (/** @type {{url: string}} */ { url }) => cache.delete(url),
      put: async (/** @type {URL} */ url, /** @type {unknown} */ answer) => void cache.set(url.href, answer),
    };
  }
}

Object.assign(Caches.prototype, {
  async keys() {
    return [...Map.prototype.keys.call(this)];
  },
  async delete(/** @type {string} */ name) {
    return Map.prototype.delete.call(this, name);
  },
});

/** Install and activate a build of the site at an address. @param {Caches} caches @param {string} address @param {string} build */
async function visit(caches, address, build) {
  /** @type {Record<string, (event: object) => void>} */ const listeners = {};
  const self = {
    addEventListener: (/** @type {string} */ kind, /** @type {() => void} */ listener) => (listeners[kind] = listener),
    skipWaiting: async () => {},
    clients: { claim: async () => {} },
  };
  const source = SOURCE.replace('const BUILD = "";', `const BUILD = "${build}";`).replace(
    "const FIRST = [];",
    'const FIRST = ["", "train/", "python/a.js"];',
  );
  const fetch = async (/** @type {URL} */ url) => ({
    ok: true,
    redirected: false,
    text: `${build} of ${url.pathname}`,
  });
  vm.runInNewContext(source, { self, caches, fetch, URL, location: new URL("keep.js", address) });
  for (const kind of ["install", "activate"]) {
    /** @type {Promise<void>[]} */ const awaited = [];
    listeners[kind]({ waitUntil: (/** @type {Promise<void>} */ promise) => awaited.push(promise) });
    await Promise.all(awaited);
  }
}

const contents = (/** @type {Caches} */ caches) =>
  [...caches.values()].flatMap((cache) => [...cache.values()].map(({ text }) => text)).sort();

test("copies of the site on one host have separate caches, even nested ones", async () => {
  const caches = new Caches();
  for (const path of ["/~a/", "/~b/", "/"]) await visit(caches, `https://school.example${path}`, "one");
  assert.deepEqual(contents(caches), [
    "one of /",
    "one of /python/a.js",
    "one of /train/",
    "one of /~a/",
    "one of /~a/python/a.js",
    "one of /~a/train/",
    "one of /~b/",
    "one of /~b/python/a.js",
    "one of /~b/train/",
  ]);
});

test("a new build replaces the previous one", async () => {
  const caches = new Caches();
  await visit(caches, "https://school.example/~a/", "one");
  await visit(caches, "https://school.example/~b/", "one");
  await visit(caches, "https://school.example/~a/", "two");
  const pages = contents(caches).filter((text) => !text.includes("python"));
  assert.deepEqual(pages, ["one of /~b/", "one of /~b/train/", "two of /~a/", "two of /~a/train/"]);
});

test("shared caches of earlier versions are emptied as each copy is updated", async () => {
  const caches = new Caches();
  const [pages, python] = ["bpe-lab-0123456789abcdef", "bpe-lab-python-fedcba9876543210"];
  const before = {
    [pages]: ["/", "/train/", "/data/en/site.js", "/~a/", "/~a/train/", "/~b/"],
    [python]: ["/~a/python/lab.zip", "/python/lab.zip"],
    "bpe-lab-of-another-program": ["/"],
  };
  for (const [name, paths] of Object.entries(before)) {
    const cache = await caches.open(name);
    for (const path of paths) await cache.put(new URL(path, "https://school.example"), { text: "old" });
  }
  const left = () => Object.keys(before).map((name) => (caches.has(name) ? [...caches.get(name).keys()] : null));
  const at = (/** @type {string} */ path) => `https://school.example${path}`;
  await visit(caches, at("/~a/"), "two");
  assert.deepEqual(left(), [
    ["/", "/train/", "/data/en/site.js", "/~b/"].map(at),
    ["/python/lab.zip"].map(at),
    ["/"].map(at),
  ]);
  await visit(caches, at("/"), "two");
  assert.deepEqual(left(), [["/~b/"].map(at), null, ["/"].map(at)]);
  await visit(caches, at("/~b/"), "two");
  assert.deepEqual(left(), [null, null, ["/"].map(at)]);
});
