// A worker for code that may have been copied from anywhere: a policy lets it reach no other host, whatever it tries.
//
// A worker has the policy that its script came with. A host of files sends none: there the worker starts from a blob, and
// so has the policy of the page that made it, which turns no text into code and asks no other host for anything.

/**
 * Whether the server sends a policy with a script that holds for all that it does.
 * @param {URL} url
 */
async function comesWithPolicy(url) {
  const { headers } = await fetch(url);
  const policy = headers.get("content-security-policy") ?? "";
  return /(^|[;,])\s*default-src\s/i.test(policy) && !/'unsafe-eval'/i.test(policy);
}

/** @param {URL} url */
function begin(url) {
  const script = new Blob([`import ${JSON.stringify(url.href)};`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(script), { type: "module" });
}

/** As a worker has it: what is said to it before it has started comes to it then. */
export class ConfinedWorker {
  /** @type {Worker | null} */ #worker = null;
  /** @type {unknown[]} */ #waiting = [];
  #isEnded = false;
  /** @type {(event: MessageEvent) => void} */ onmessage = () => {};
  /** @type {(event: Event) => void} */ onerror = () => {};

  /** @param {URL} url the worker's script */
  constructor(url) {
    comesWithPolicy(url)
      .then((isSent) => this.#start(isSent ? new Worker(url, { type: "module" }) : begin(url)))
      .catch(() => this.onerror(new Event("error")));
  }

  /** @param {Worker} worker */
  #start(worker) {
    if (this.#isEnded) {
      worker.terminate();
      return;
    }
    this.#worker = worker;
    worker.onmessage = (event) => this.onmessage(event);
    worker.onerror = (event) => this.onerror(event);
    for (const message of this.#waiting.splice(0)) worker.postMessage(message);
  }

  /** @param {unknown} message */
  postMessage(message) {
    if (this.#worker) this.#worker.postMessage(message);
    else this.#waiting.push(message);
  }

  terminate() {
    this.#isEnded = true;
    this.#worker?.terminate();
  }
}
