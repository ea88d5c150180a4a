// What workers load: the files that Python wrote beside them, each checked by its sum, and Python itself, which starts.

/** @typedef {{ path: string, bytes: number, sha256: string }} Stored */
/** @typedef {(bytes: { done: number, all: number }) => void} Tell */

/** A file that does not come, or is not the one that was written. */
export class NotLoaded extends Error {}

/** @typedef {"loading" | "unsupported" | "ended"} Why why there is no Python: not all of it was loaded, this browser cannot run it, or it came to an end */

/** @param {unknown} error of a worker @param {boolean} isStarted whether Python was there by then @returns {Why} */
export const whyNot = (error, isStarted) =>
  error instanceof NotLoaded ? "loading" : isStarted ? "ended" : "unsupported";

/** The same of a worker that tells no more. @param {Event} event @param {boolean} isStarted @returns {Why} */
export function whyFailed(event, isStarted) {
  // A script that does not come has no message; one that this browser cannot read has.
  const hasMessage = Boolean(Reflect.get(event, "message"));
  return isStarted ? "ended" : hasMessage ? "unsupported" : "loading";
}

/** What is wrong on the way is that something was not loaded. @template Found @param {string} name @param {() => Promise<Found>} find */
async function loaded(name, find) {
  try {
    return await find();
  } catch {
    throw new NotLoaded(name);
  }
}

/** Python itself. */
const CORE = ["pyodide.mjs", "pyodide.asm.mjs", "python_stdlib.zip", "pyodide-lock.json"].map(
  (name) => `pyodide/${name}`,
);

/** What is run of it, and takes a processor for a second before that. */
const RUN = "pyodide/pyodide.asm.wasm";

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

export class Loading {
  /** @type {Map<string, Uint8Array<ArrayBuffer>>} */ #loaded = new Map();
  /** @type {Record<string, Stored> | null} */ #files = null;
  #way = { done: 0, all: 0 }; // how many bytes are on their way, and how many of them have come

  /** @param {URL} folder where the files are @param {Tell} tell */
  constructor(folder, tell) {
    this.folder = folder;
    this.tell = tell;
  }

  /**
   * Say that files are wanted, before the first of them is fetched: who waits is told of all of them.
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
   * Fetch files that are expected, all at once, tell how far that is, and check them.
   * @param {string[]} names
   */
  async load(names) {
    await Promise.all(names.map((name) => loaded(this.#stored(name).path, () => this.#load(name))));
  }

  /** @param {string} name */
  async #load(name) {
    const way = this.#way;
    const file = this.#stored(name);
    // With its sum in the address, a file that a browser has kept is never one of another version. Modules are asked
    // for by the address that they import each other by: the browser has them when they do. It is not looked again
    // that these are the same: to import what was checked, from a blob, would take a policy that lets scripts be
    // made of data, which is worse than a host that changes its file between two requests.
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
    // A page that came by plain http, as from the server of a classroom, has nothing to make sums with.
    if (self.isSecureContext && (await sum(content)) !== file.sha256) throw new NotLoaded(file.path);
    this.#loaded.set(name, content);
  }

  /**
   * What was loaded, which is needed once.
   * @param {string} name
   */
  take(name) {
    const content = this.#loaded.get(name);
    this.#loaded.delete(name);
    return content;
  }

  /** Give Pyodide what was checked, in the place of what the network would give. */
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

  /** Compile what is run: all else comes meanwhile. */
  async #compile() {
    await this.load([RUN]);
    const compiled = await WebAssembly.compile(/** @type {Uint8Array<ArrayBuffer>} */ (this.#loaded.get(RUN)));
    this.#loaded.set(RUN, new Uint8Array()); // Pyodide asks for it, and is given what was compiled
    WebAssembly.instantiateStreaming = async (_source, imports) => ({
      module: compiled,
      instance: await WebAssembly.instantiate(compiled, imports),
    });
  }

  /**
   * Start Python, and load a file for it, which comes while it starts.
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
