// The worker in which Python runs: it loads what `build.py` has written beside it, and does one task after another.
//
// In: {id, task}. Out: {id, progress}, as often as there is something to tell, then {id, answer} or {id, problem}. Before
// all that {isHeld}: the worker holds a lock of its own name.

/** @typedef {{ path: string, bytes: number, sha256: string }} Stored */
/** @typedef {{ phase: "load" | "work", done: number, all: number, text: string }} Progress */

const folder = new URL("./", self.location.href);

// A browser that ends a worker says so to nobody, but its lock is free then. There are none where the page came by http.
void self.navigator.locks?.request(self.name, () => {
  self.postMessage({ isHeld: true });
  return new Promise(() => {});
});

/** A file that is not there, or not the one that was written. */
class NotLoaded extends Error {}

/** @type {Map<string, Uint8Array<ArrayBuffer>>} */
const loaded = new Map();

/** @type {Record<string, Stored> | null} */
let files = null;

/** @type {any} Python, as soon as it is there. */
let python = null;

/** The id of the task that is done now. */
let current = 0;

/** @param {Progress} progress */
const tell = (progress) => self.postMessage({ id: current, progress });

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function sum(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function unpacked(bytes) {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b; // some hosts have unpacked it on the way
  if (!isPacked) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** How many bytes are on their way, and how many of them have come. */
const way = { done: 0, all: 0 };

/**
 * Say that files are wanted, before the first of them is fetched: who waits is told of all of them.
 * @param {string[]} names
 */
async function expect(names) {
  if (!files) {
    const answer = await fetch(new URL("files.json", folder), { cache: "no-cache" });
    if (!answer.ok) throw new NotLoaded("files.json");
    files = await answer.json();
  }
  if (way.done === way.all) Object.assign(way, { done: 0, all: 0 });
  for (const name of names) way.all += stored(name).bytes;
}

/** @param {string} name */
const stored = (name) => /** @type {Record<string, Stored>} */ (files)[name];

/**
 * Fetch files that are expected, all at once, tell how far that is, and check them.
 * @param {string[]} names
 */
async function load(names) {
  await Promise.all(
    names.map(async (name) => {
      const file = stored(name);
      // With its sum in the address, a file that a browser has kept is never one of another version. Modules are asked
      // for by the address that they import each other by: the browser has them when they do.
      const isModule = name.endsWith(".mjs");
      const address = new URL(isModule ? file.path : `${file.path}?${file.sha256.slice(0, 16)}`, folder);
      const answer = await fetch(address, isModule ? { cache: "no-cache" } : {});
      if (!answer.ok || !answer.body) throw new NotLoaded(file.path);
      const parts = [];
      let bytes = 0;
      const reader = answer.body.getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        parts.push(part.value);
        const more = Math.min(part.value.length, file.bytes - bytes); // a host may have unpacked it
        bytes += more;
        way.done += more;
        tell({ phase: "load", done: way.done, all: way.all, text: "" });
      }
      way.done += file.bytes - bytes;
      const content = await unpacked(new Uint8Array(await new Blob(parts).arrayBuffer()));
      if ((await sum(content)) !== file.sha256) throw new NotLoaded(file.path);
      loaded.set(name, content);
    }),
  );
}

/** Give Pyodide what was checked, in the place of what the network would give. */
function answerFetches() {
  const others = self.fetch;
  self.fetch = (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input, folder).href;
    const name = address.startsWith(folder.href) ? address.slice(folder.href.length) : "";
    const bytes = loaded.get(name);
    if (!bytes) return others(input, init);
    return Promise.resolve(new Response(bytes));
  };
}

/**
 * What was loaded, which is needed once.
 * @param {string} name
 */
function take(name) {
  const content = loaded.get(name);
  loaded.delete(name);
  return content;
}

/** Python itself. */
const CORE = ["pyodide.mjs", "pyodide.asm.mjs", "python_stdlib.zip", "pyodide-lock.json"].map(
  (name) => `pyodide/${name}`,
);

/** What is run of it, and takes a processor for a second before that. */
const RUN = "pyodide/pyodide.asm.wasm";

/** Compile that, for Pyodide to take it: all else comes meanwhile. */
async function compile() {
  await load([RUN]);
  const compiled = await WebAssembly.compile(/** @type {Uint8Array<ArrayBuffer>} */ (loaded.get(RUN)));
  loaded.set(RUN, new Uint8Array()); // Pyodide asks for it, and is given what was compiled
  WebAssembly.instantiateStreaming = async (_source, imports) => ({
    module: compiled,
    instance: await WebAssembly.instantiate(compiled, imports),
  });
}

/** Start Python, and give it the app's modules: these come while it starts. */
async function start() {
  await expect([...CORE, RUN, "lab.zip"]);
  await Promise.all([compile(), load(CORE)]);
  answerFetches();
  const lab = load(["lab.zip"]);
  const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", folder).href);
  const [pyodide] = await Promise.all([loadPyodide({ indexURL: new URL("pyodide/", folder).href }), lab]);
  [...CORE, RUN].forEach(take);
  pyodide.FS.mkdirTree("/lab/bpe_engine/data");
  pyodide.unpackArchive(take("lab.zip"), "zip", { extractDir: "/lab" });
  pyodide.runPython('import sys; sys.path.insert(0, "/lab")');
  python = { pyodide, asked: pyodide.pyimport("ui.site.python.asked_in_browser"), vocabularies: new Set() };
}

/**
 * Give Python the vocabularies that it has not yet.
 * @param {string[]} names
 */
async function bring(names) {
  const missing = names.filter((name) => !python.vocabularies.has(name));
  const paths = missing.map((name) => `vocabularies/${name}.xz`);
  await expect(paths);
  await load(paths);
  for (const name of missing) {
    python.pyodide.FS.writeFile(`/lab/bpe_engine/data/${name}.xz`, take(`vocabularies/${name}.xz`));
    python.vocabularies.add(name);
  }
}

/**
 * Do a task. The answer stays a text, which goes over to the page quicker than what it says.
 * @param {object} task
 * @returns {Promise<string>}
 */
async function run(task) {
  if (!python) await start();
  const text = JSON.stringify(task);
  await bring(JSON.parse(python.asked.vocabularies(text)));
  /** @type {(phase: string, share: number, said: string) => void} */
  const onProgress = (_phase, share, said) => tell({ phase: "work", done: share, all: 1, text: said });
  return python.asked.run(text, onProgress);
}

/** One task after the other. @type {Promise<void>} */
let before = Promise.resolve();

self.addEventListener("message", (/** @type {MessageEvent<{ id: number, task: object }>} */ { data: { id, task } }) => {
  before = before.then(async () => {
    current = id;
    try {
      self.postMessage({ id, answer: await run(task) });
    } catch (error) {
      self.postMessage({ id, problem: String(error) });
    }
  });
});
