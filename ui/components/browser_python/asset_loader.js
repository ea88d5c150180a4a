// Loads what workers need: files listed in files.json, each checked by its SHA-256, and Python itself.

/** @typedef {{ path: string, bytes: number, sha256: string }} Stored */
/** @typedef {(bytes: { done: number, all: number }) => void} Tell */

/** A file that did not load, or whose content is not what files.json says. */
class NotLoaded extends Error {}

/** @typedef {"loading" | "unsupported" | "ended"} Why why Python is not available: not fully loaded, not supported by this browser, or crashed */

/** @param {unknown} error from a worker @param {boolean} isStarted whether Python had started by then @returns {Why} */
export const whyNot = (error, isStarted) =>
  error instanceof NotLoaded ? "loading" : isStarted ? "ended" : "unsupported";

/** Like `whyNot`, for a worker that reports only an error event. @param {Event} event @param {boolean} isStarted @returns {Why} */
export function whyFailed(event, isStarted) {
  // A script that could not be loaded gives no message; one that this browser cannot parse does.
  const hasMessage = Boolean(Reflect.get(event, "message"));
  return isStarted ? "ended" : hasMessage ? "unsupported" : "loading";
}

/** Turn any error of `find` into NotLoaded. @template Found @param {string} name @param {() => Promise<Found>} find */
async function loaded(name, find) {
  try {
    return await find();
  } catch {
    throw new NotLoaded(name);
  }
}

/** Python's files, except the one that is compiled. */
const CORE = ["pyodide.mjs", "pyodide.asm.mjs", "python_stdlib.zip", "pyodide-lock.json"].map(
  (name) => `pyodide/${name}`,
);

/** The WebAssembly of Python, which takes a second to compile. */
const RUN = "pyodide/pyodide.asm.wasm";

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function sum(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function unpacked(bytes) {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b; // some hosts unpack it
  if (!isPacked) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export class Loading {
  /** @type {Map<string, Uint8Array<ArrayBuffer>>} */ #loaded = new Map();
  /** @type {Record<string, Stored> | null} */ #files = null;
  #way = { done: 0, all: 0 }; // bytes requested, and how many of them have arrived

  /** @param {URL} folder where the files are @param {Tell} tell */
  constructor(folder, tell) {
    this.folder = folder;
    this.tell = tell;
  }

  /**
   * Announce files before the first is fetched, so that progress counts them all.
   * @param {string[]} names
   */
  async expect(names) {
    this.#files ??= await loaded("files.json", async () => {
      const answer = await fetch(new URL("files.json", this.folder), { cache: "no-cache" });
      if (!answer.ok) throw new NotLoaded("files.json");
      return answer.json();
    });
    if (this.#way.done === this.#way.all) Object.assign(this.#way, { done: 0, all: 0 });
    for (const name of names) this.#way.all += this.#stored(name).bytes;
  }

  /** @param {string} name */
  #stored(name) {
    const file = /** @type {Record<string, Stored>} */ (this.#files)[name];
    if (!file) throw new NotLoaded(name);
    return file;
  }

  /**
   * Fetch announced files in parallel, report progress, and check them.
   * @param {string[]} names
   */
  async load(names) {
    await Promise.all(names.map((name) => loaded(this.#stored(name).path, () => this.#load(name))));
  }

  /** @param {string} name */
  async #load(name) {
    const way = this.#way;
    const file = this.#stored(name);
    // With its hash in the address, a cached file is never one of another version. Modules are fetched by the address
    // that they import one another by, so that the browser has them cached then. It is not checked again that those are
    // the same: importing the checked text from a blob would need a policy that allows scripts made from data, a
    // greater risk than a host that changes its file between two requests.
    const isModule = name.endsWith(".mjs");
    const address = new URL(isModule ? file.path : `${file.path}?${file.sha256.slice(0, 16)}`, this.folder);
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
      this.tell(way);
    }
    way.done += file.bytes - bytes;
    const content = await unpacked(new Uint8Array(await new Blob(parts).arrayBuffer()));
    // A page loaded over plain http, such as from a classroom's server, has no crypto.subtle.
    if (self.isSecureContext && (await sum(content)) !== file.sha256) throw new NotLoaded(file.path);
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
    const others = self.fetch;
    self.fetch = (input, init) => {
      const address = new URL(input instanceof Request ? input.url : input, this.folder).href;
      const name = address.startsWith(this.folder.href) ? address.slice(this.folder.href.length) : "";
      const bytes = this.#loaded.get(name);
      if (!bytes) return others(input, init);
      return Promise.resolve(new Response(bytes));
    };
  }

  /** Compile the WebAssembly, while the rest is still loading. */
  async #compile() {
    await this.load([RUN]);
    const compiled = await WebAssembly.compile(/** @type {Uint8Array<ArrayBuffer>} */ (this.#loaded.get(RUN)));
    this.#loaded.set(RUN, new Uint8Array()); // Pyodide asks for it, and gets the compiled module instead
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
  async python(name) {
    for (const needed of ["WebAssembly", "DecompressionStream"]) {
      if (!Reflect.has(self, needed)) throw new Error(`This browser has no ${needed}.`);
    }
    await this.expect([...CORE, RUN, name]);
    await Promise.all([this.#compile(), this.load(CORE)]);
    this.#answerFetches();
    const more = this.load([name]);
    const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", this.folder).href);
    const [pyodide] = await Promise.all([loadPyodide({ indexURL: new URL("pyodide/", this.folder).href }), more]);
    [...CORE, RUN].forEach((one) => this.take(one));
    return pyodide;
  }
}
