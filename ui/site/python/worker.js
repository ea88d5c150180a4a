// The worker in which Python runs: it loads what `build.py` has written beside it, and does one task after another.
//
// In: {id, task}. Out: {id, progress}, as often as there is something to tell, then {id, answer} or {id, problem, why}. Before
// all that {isHeld}: the worker holds a lock of its own name.

import { Loading, whyNot } from "../../components/browser_python/asset_loader.js";

/** @typedef {{ phase: "load" | "work", done: number, all: number, text: string }} Progress */

// A browser that ends a worker says so to nobody, but its lock is free then. There are none where the page came by http.
void self.navigator.locks?.request(self.name, () => {
  self.postMessage({ isHeld: true });
  return new Promise(() => {});
});

/** @type {any} Python, as soon as it is there. */
let python = null;

/** The id of the task that is done now. */
let current = 0;

/** @param {Progress} progress */
const tell = (progress) => self.postMessage({ id: current, progress });

const loading = new Loading(new URL("./", self.location.href), ({ done, all }) =>
  tell({ phase: "load", done, all, text: "" }),
);

/** Start Python, and give it the app's modules: these come while it starts. */
async function start() {
  const pyodide = await loading.python("lab.zip");
  pyodide.FS.mkdirTree("/lab/bpe_engine/data");
  pyodide.unpackArchive(loading.take("lab.zip"), "zip", { extractDir: "/lab" });
  pyodide.runPython('import sys; sys.path.insert(0, "/lab")');
  python = { pyodide, asked: pyodide.pyimport("ui.site.python.browser_entry"), vocabularies: new Set() };
}

/**
 * Give Python the vocabularies that it has not yet.
 * @param {string[]} names
 */
async function bring(names) {
  const missing = names.filter((name) => !python.vocabularies.has(name));
  const paths = missing.map((name) => `vocabularies/${name}.xz`);
  await loading.expect(paths);
  await loading.load(paths);
  for (const name of missing) {
    python.pyodide.FS.writeFile(`/lab/bpe_engine/data/${name}.xz`, loading.take(`vocabularies/${name}.xz`));
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
      self.postMessage({ id, problem: String(error), why: whyNot(error, python !== null) });
    }
  });
});
