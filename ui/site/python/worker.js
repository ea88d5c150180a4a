// The worker that runs Python: it loads the files that `build.py` wrote beside it, and runs tasks in order.
//
// In: {warm: true} to start Python early, or {id, task, files}, where the files are those of the reader's own tokenizer if
// the task needs it. Out: {id, progress} repeatedly, then {id, answer} or {id, problem, why}. First of all {isHeld}: the
// worker holds a lock with its own name.

import { AssetLoader, failureReason } from "../../components/browser_python/asset_loader.js";

/** @typedef {{ phase: "load" | "work", done: number, all: number, text: string }} Progress */

// No event reports that the browser ended a worker, but its lock is then free. Pages over http have no locks.
void self.navigator.locks?.request(self.name, () => {
  self.postMessage({ isHeld: true });
  return new Promise(() => {});
});

/** @type {any} Python, once it has started. */
let python = null;

/** @type {Promise<void> | null} */
let starting = null;

/** The id of the current task. */
let current = 0;

/** @param {Progress} progress */
const report = (progress) => self.postMessage({ id: current, progress });

const loader = new AssetLoader(new URL("./", self.location.href), ({ done, all }) =>
  report({ phase: "load", done, all, text: "" }),
);

/** Start Python, and give it the app's modules, which load meanwhile. */
async function start() {
  const pyodide = await loader.startPython("lab.zip");
  pyodide.FS.mkdirTree("/lab/bpe_engine/data");
  pyodide.unpackArchive(loader.take("lab.zip"), "zip", { extractDir: "/lab" });
  pyodide.runPython('import sys; sys.path.insert(0, "/lab")');
  const entry = pyodide.pyimport("ui.site.python.browser_entry");
  python = { pyodide, entry, vocabularies: new Set(), opened: undefined };
}

/**
 * Give Python the reader's own files, unless it has them.
 * @param {{ opened?: string, pattern?: string }} task
 * @param {File[]} files
 */
async function giveFiles({ opened, pattern }, files) {
  if (opened === python.opened) return;
  const { FS } = python.pyodide;
  const folder = "/own";
  FS.mkdirTree(folder);
  for (const [number, file] of files.entries()) {
    FS.writeFile(`${folder}/${number}`, new Uint8Array(await file.arrayBuffer()));
  }
  python.entry.give_files(JSON.stringify(files.map(({ name }) => name)), folder, pattern ?? "");
  for (const number of files.keys()) FS.unlink(`${folder}/${number}`);
  python.opened = opened;
}

/**
 * Load the vocabularies that Python does not have yet.
 * @param {string[]} names
 */
async function loadVocabularies(names) {
  const missing = names.filter((name) => !python.vocabularies.has(name));
  const paths = missing.map((name) => `vocabularies/${name}.xz`);
  await loader.expect(paths);
  await loader.load(paths);
  for (const name of missing) {
    python.pyodide.FS.writeFile(`/lab/bpe_engine/data/${name}.xz`, loader.take(`vocabularies/${name}.xz`));
    python.vocabularies.add(name);
  }
}

/**
 * Run a task. The answer stays JSON text, which is transferred faster than objects.
 * @param {{ opened?: string, pattern?: string }} task
 * @param {File[]} [files]
 * @returns {Promise<string>}
 */
async function run(task, files) {
  if (!python) await (starting ??= start());
  await giveFiles(task, files ?? []);
  const text = JSON.stringify(task);
  await loadVocabularies(JSON.parse(python.entry.vocabularies(text)));
  /** @type {(phase: string, share: number, said: string) => void} */
  const onProgress = (_phase, share, said) => report({ phase: "work", done: share, all: 1, text: said });
  return python.entry.run(text, onProgress);
}

/** Runs tasks one after the other. @type {Promise<void>} */
let queue = Promise.resolve();

/** @typedef {MessageEvent<{ warm?: true, id: number, task: { opened?: string }, files?: File[] }>} TaskMessage */

self.addEventListener("message", (/** @type {TaskMessage} */ { data: { warm, id, task, files } }) => {
  if (warm) {
    starting ??= start();
    starting.catch(() => {}); // the task that needs it reports the error
    return;
  }
  queue = queue.then(async () => {
    current = id;
    try {
      self.postMessage({ id, answer: await run(task, files) });
    } catch (error) {
      self.postMessage({ id, problem: String(error), why: failureReason(error, python !== null) });
    }
  });
});
