// The server-sent events of a class, requested again whenever the connection is lost. The browser's EventSource could
// not tell an unknown class from a lost connection, nor notice a connection that has gone silent.

/** @typedef {"connecting" | "connected" | "lost"} ConnectionState */
/** @typedef {{onEvent: (name: string, data: any) => void, onConnection: (state: ConnectionState) => void, onRefusal: (refusal: any) => number | null}} StreamHandlers Callbacks for an event, the state of the connection, and a refusal; the last returns the milliseconds until the next request (null: never). */

const SILENCE_MS = 25_000; // two and a half heartbeats of the server
const ANSWER_MS = 15_000; // time for the server to answer a request
const WAITS_MS = [300, 1000, 2000, 4000, 8000];

export class EventStream {
  /** @type {AbortController | undefined} */ #request;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #lastEventId = "";
  #lastDataAt = 0; // time of the last data
  #tries = 0;
  #hasEnded = false;

  /** @param {string} address @param {StreamHandlers} handlers @param {Record<string, string>} headers */
  constructor(address, handlers, headers = {}) {
    this.address = address;
    this.handlers = handlers;
    this.headers = headers;
    this.reconnectIfSilent = () => document.visibilityState === "visible" && this.#isSilent() && this.reconnect();
    document.addEventListener("visibilitychange", this.reconnectIfSilent);
    addEventListener("online", this.reconnectIfSilent);
    addEventListener("pageshow", this.reconnectIfSilent);
    handlers.onConnection("connecting");
    void this.#connect();
  }

  /** Connect again now. */
  reconnect() {
    if (this.#hasEnded) return;
    this.#tries = 0;
    this.#request?.abort();
    clearTimeout(this.#timer);
    void this.#connect();
  }

  /** Stop for good. */
  end() {
    this.#hasEnded = true;
    this.#request?.abort();
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.reconnectIfSilent);
    removeEventListener("online", this.reconnectIfSilent);
    removeEventListener("pageshow", this.reconnectIfSilent);
  }

  // A phone that slept may have lost its connection without an event.
  #isSilent() {
    return Date.now() - this.#lastDataAt > SILENCE_MS / 2;
  }

  async #connect() {
    const request = (this.#request = new AbortController());
    const isCurrent = () => request === this.#request && !this.#hasEnded;
    let isRefused = false;
    let wait = /** @type {number | null} */ (WAITS_MS[Math.min(this.#tries, WAITS_MS.length - 1)]);
    try {
      this.#limitSilence(request);
      const headers = { ...this.headers, ...(this.#lastEventId && { "Last-Event-ID": this.#lastEventId }) };
      const response = await fetch(this.address, { headers, signal: request.signal, cache: "no-store" });
      if (!response.ok || !response.body) {
        const refusal = await response.json().catch(() => ({ error: "", message: "" }));
        isRefused = true;
        if (isCurrent()) wait = this.handlers.onRefusal(refusal);
      } else {
        await this.#read(response.body, request, isCurrent);
        wait = WAITS_MS[0];
      }
    } catch {
      // The connection was lost, or failed.
    }
    if (!isCurrent()) return;
    clearTimeout(this.#timer);
    if (wait === null) return this.end();
    this.#tries += 1;
    this.handlers.onConnection(isRefused ? "connecting" : "lost");
    // Spread out, so that phones do not all return at the same moment.
    this.#timer = setTimeout(() => void this.#connect(), wait * (0.75 + Math.random() / 2));
  }

  /** @param {ReadableStream<Uint8Array>} body @param {AbortController} request @param {() => boolean} isCurrent */
  async #read(body, request, isCurrent) {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done || !isCurrent()) return;
      this.#tries = 0;
      this.#limitSilence(request);
      this.handlers.onConnection("connected");
      text += decoder.decode(value, { stream: true });
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        this.#dispatch(text.slice(0, end));
        text = text.slice(end + 2);
        if (!isCurrent()) return;
      }
    }
  }

  /** @param {string} block */
  #dispatch(block) {
    const fields = new Map(block.split("\n").map((line) => [line.split(":", 1)[0], line.replace(/^\w*: ?/, "")]));
    const name = fields.get("event");
    if (!name) return; // a heartbeat
    this.#lastEventId = fields.get("id") ?? this.#lastEventId;
    this.handlers.onEvent(name, JSON.parse(fields.get("data") ?? "null"));
  }

  /** Abort a connection that has been silent for too long. @param {AbortController} request */
  #limitSilence(request) {
    this.#lastDataAt = Date.now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => request.abort(), SILENCE_MS);
  }
}

/** Send JSON to the server. Throws if the connection is lost. @type {(address: string, message: unknown, headers?: Record<string, string>) => Promise<{status: number, body: any}>} */
export async function postJson(address, message, headers = {}) {
  const response = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(message),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  return { status: response.status, body: await response.json().catch(() => ({})) };
}
