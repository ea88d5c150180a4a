// A worker for code that may have been copied from anywhere: its policy lets it reach no other host.
//
// A worker has the policy that its script was served with. A host of static files sends none: there the worker starts
// from a blob, and so inherits the page's policy, which forbids eval and requests to other hosts.

/**
 * Whether the server sends the script with a policy that confines a worker.
 * @param {URL} url
 */
async function isServedWithPolicy(url) {
  const { headers } = await fetch(url);
  const policy = headers.get("content-security-policy") ?? "";
  return /(^|[;,])\s*default-src\s/i.test(policy) && !/'unsafe-eval'/i.test(policy);
}

/** @param {URL} url */
function workerFromBlob(url) {
  const script = new Blob([`import ${JSON.stringify(url.href)};`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(script), { type: "module" });
}

/** Like a Worker; messages posted before it has started are delivered then. */
export class ConfinedWorker {
  /** @type {Worker | null} */ #worker = null;
  /** @type {unknown[]} */ #queued = [];
  #isEnded = false;
  /** @type {(event: MessageEvent) => void} */ onmessage = () => {};
  /** @type {(event: Event) => void} */ onerror = () => {};

  /** @param {URL} url of the worker's script */
  constructor(url) {
    isServedWithPolicy(url)
      .then((hasPolicy) => this.#start(hasPolicy ? new Worker(url, { type: "module" }) : workerFromBlob(url)))
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
    for (const message of this.#queued.splice(0)) worker.postMessage(message);
  }

  /** @param {unknown} message */
  postMessage(message) {
    if (this.#worker) this.#worker.postMessage(message);
    else this.#queued.push(message);
  }

  terminate() {
    this.#isEnded = true;
    this.#worker?.terminate();
  }
}
