// Loads what workers need: files listed in files.json, each checked by its SHA-256, and Python itself.

/** @typedef {{ path: string, bytes: number, sha256: string }} StoredFile */
/** @typedef {(bytes: { done: number, all: number }) => void} OnProgress */

/** A file that did not load, or does not match files.json. */
class LoadError extends Error {}

/** @typedef {"loading" | "unsupported" | "ended"} FailureReason why Python is not available: not fully loaded, not supported by this browser, or crashed */

/** @param {unknown} error from a worker @param {boolean} isStarted whether Python had started by then @returns {FailureReason} */
export const failureReason = (error, isStarted) =>
  error instanceof LoadError ? "loading" : isStarted ? "ended" : "unsupported";

/** Like `failureReason`, for a worker that reports only an error event. @param {Event} event @param {boolean} isStarted @returns {FailureReason} */
export function eventFailureReason(event, isStarted) {
  // A script that could not be loaded has no message; one that this browser cannot parse has one.
  const hasMessage = Boolean(Reflect.get(event, "message"));
  return isStarted ? "ended" : hasMessage ? "unsupported" : "loading";
}

/** Turn any error of `find` into LoadError. @template Found @param {string} name @param {() => Promise<Found>} find */
async function withLoadError(name, find) {
  try {
    return await find();
  } catch {
    throw new LoadError(name);
  }
}

/** Python's files, except the one that is compiled. */
const CORE = ["pyodide.mjs", "pyodide.asm.mjs", "python_stdlib.zip", "pyodide-lock.json"].map(
  (name) => `pyodide/${name}`,
);

/** The WebAssembly of Python, which takes a second to compile. */
const WASM = "pyodide/pyodide.asm.wasm";

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function unpack(bytes) {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b; // some hosts unpack it
  if (!isPacked) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export class AssetLoader {
  /** @type {Map<string, Uint8Array<ArrayBuffer>>} */ #loaded = new Map();
  /** @type {Record<string, StoredFile> | null} */ #files = null;
  #progress = { done: 0, all: 0 }; // bytes requested, and how many of them have arrived

  /** @param {URL} folder where the files are @param {OnProgress} onProgress */
  constructor(folder, onProgress) {
    this.folder = folder;
    this.onProgress = onProgress;
  }

  /**
   * Announce files before the first is fetched, so that progress counts them all.
   * @param {string[]} names
   */
  async expect(names) {
    this.#files ??= await withLoadError("files.json", async () => {
      const answer = await fetch(new URL("files.json", this.folder), { cache: "no-cache" });
      if (!answer.ok) throw new LoadError("files.json");
      return answer.json();
    });
    if (this.#progress.done === this.#progress.all) Object.assign(this.#progress, { done: 0, all: 0 });
    for (const name of names) this.#progress.all += this.#fileInfo(name).bytes;
  }

  /** @param {string} name */
  #fileInfo(name) {
    const file = /** @type {Record<string, StoredFile>} */ (this.#files)[name];
    if (!file) throw new LoadError(name);
    return file;
  }

  /**
   * Fetch announced files in parallel, report progress, and check them.
   * @param {string[]} names
   */
  async load(names) {
    await Promise.all(names.map((name) => withLoadError(this.#fileInfo(name).path, () => this.#load(name))));
  }

  /** @param {string} name */
  async #load(name) {
    const progress = this.#progress;
    const file = this.#fileInfo(name);
    // With its hash in the address, a cached file never belongs to another version. Modules are fetched by the address
    // under which they import each other, so that the browser then has them in its cache. They are not checked again:
    // importing the checked text from a blob would need a policy that allows scripts made from data, which is a greater
    // risk than a host that changes its file between two requests.
    const isModule = name.endsWith(".mjs");
    const address = new URL(isModule ? file.path : `${file.path}?${file.sha256.slice(0, 16)}`, this.folder);
    const answer = await fetch(address, isModule ? { cache: "no-cache" } : {});
    if (!answer.ok || !answer.body) throw new LoadError(file.path);
    const parts = [];
    let bytes = 0;
    const reader = answer.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      const counted = Math.min(part.value.length, file.bytes - bytes); // a host may have unpacked it
      bytes += counted;
      progress.done += counted;
      this.onProgress(progress);
    }
    progress.done += file.bytes - bytes;
    const content = await unpack(new Uint8Array(await new Blob(parts).arrayBuffer()));
    // A page loaded over plain http, such as from a classroom's server, has no crypto.subtle.
    if (self.isSecureContext && (await sha256(content)) !== file.sha256) throw new LoadError(file.path);
    this.#loaded.set(name, content);
  }

  /**
   * Return a loaded file, and forget it: each is needed once.
   * @param {string} name
   */
  take(name) {
    const content = this.#loaded.get(name);
    this.#loaded.delete(name);
    return content;
  }

  /** Answer Pyodide's requests with the checked files. */
  #answerFetches() {
    const nativeFetch = self.fetch;
    self.fetch = (input, init) => {
      const address = new URL(input instanceof Request ? input.url : input, this.folder).href;
      const name = address.startsWith(this.folder.href) ? address.slice(this.folder.href.length) : "";
      const bytes = this.#loaded.get(name);
      if (!bytes) return nativeFetch(input, init);
      return Promise.resolve(new Response(bytes));
    };
  }

  /** Compile the WebAssembly, while the rest is still loading. */
  async #compile() {
    await this.load([WASM]);
    const compiled = await WebAssembly.compile(/** @type {Uint8Array<ArrayBuffer>} */ (this.#loaded.get(WASM)));
    this.#loaded.set(WASM, new Uint8Array()); // Pyodide asks for it, and gets the compiled module instead
    WebAssembly.instantiateStreaming = async (_source, imports) => ({
      module: compiled,
      instance: await WebAssembly.instantiate(compiled, imports),
    });
  }

  /**
   * Start Python, and meanwhile load a file for it.
   * @param {string} name
   * @returns {Promise<any>}
   */
  async startPython(name) {
    for (const needed of ["WebAssembly", "DecompressionStream"]) {
      if (!Reflect.has(self, needed)) throw new Error(`This browser has no ${needed}.`);
    }
    await this.expect([...CORE, WASM, name]);
    await Promise.all([this.#compile(), this.load(CORE)]);
    this.#answerFetches();
    const archive = this.load([name]);
    const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", this.folder).href);
    const [pyodide] = await Promise.all([loadPyodide({ indexURL: new URL("pyodide/", this.folder).href }), archive]);
    [...CORE, WASM].forEach((file) => this.take(file));
    return pyodide;
  }
}
