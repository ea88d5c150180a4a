// The server-sent events of a class, requested again whenever the connection is lost. The browser's EventSource could
// not tell an unknown class from a lost connection, nor notice a connection that has gone silent.

/** @typedef {"connecting" | "connected" | "lost"} Line */
/** @typedef {{told: (name: string, data: any) => void, line: (line: Line) => void, refused: (said: any) => number | null}} Hear Callbacks for an event, the state of the connection, and a refusal; the last returns the milliseconds until the next request (null: never). */

const SILENCE_MS = 25_000; // two and a half heartbeats of the server
const ANSWER_MS = 15_000; // time for the server to answer a request
const WAITS_MS = [300, 1000, 2000, 4000, 8000];

export class EventStream {
  /** @type {AbortController | undefined} */ #asking;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #seen = "";
  #heard = 0; // time of the last data
  #tries = 0;
  #isOver = false;

  /** @param {string} address @param {Hear} hear @param {Record<string, string>} headers */
  constructor(address, hear, headers = {}) {
    this.address = address;
    this.hear = hear;
    this.headers = headers;
    this.look = () => document.visibilityState === "visible" && this.#isSilent() && this.reconnect();
    document.addEventListener("visibilitychange", this.look);
    addEventListener("online", this.look);
    addEventListener("pageshow", this.look);
    hear.line("connecting");
    void this.#ask();
  }

  /** Connect again now. */
  reconnect() {
    if (this.#isOver) return;
    this.#tries = 0;
    this.#asking?.abort();
    clearTimeout(this.#timer);
    void this.#ask();
  }

  /** Stop for good. */
  end() {
    this.#isOver = true;
    this.#asking?.abort();
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.look);
    removeEventListener("online", this.look);
    removeEventListener("pageshow", this.look);
  }

  // A phone that slept may have lost its connection without an event.
  #isSilent() {
    return Date.now() - this.#heard > SILENCE_MS / 2;
  }

  async #ask() {
    const asking = (this.#asking = new AbortController());
    const isCurrent = () => asking === this.#asking && !this.#isOver;
    let isRefused = false;
    let wait = /** @type {number | null} */ (WAITS_MS[Math.min(this.#tries, WAITS_MS.length - 1)]);
    try {
      this.#watch(asking);
      const headers = { ...this.headers, ...(this.#seen && { "Last-Event-ID": this.#seen }) };
      const answer = await fetch(this.address, { headers, signal: asking.signal, cache: "no-store" });
      if (!answer.ok || !answer.body) {
        const said = await answer.json().catch(() => ({ error: "", message: "" }));
        isRefused = true;
        if (isCurrent()) wait = this.hear.refused(said);
      } else {
        await this.#read(answer.body, asking, isCurrent);
        wait = WAITS_MS[0];
      }
    } catch {
      // The connection was lost, or failed.
    }
    if (!isCurrent()) return;
    clearTimeout(this.#timer);
    if (wait === null) return this.end();
    this.#tries += 1;
    this.hear.line(isRefused ? "connecting" : "lost");
    // Spread out, so that phones do not all return at the same moment.
    this.#timer = setTimeout(() => void this.#ask(), wait * (0.75 + Math.random() / 2));
  }

  /** @param {ReadableStream<Uint8Array>} body @param {AbortController} asking @param {() => boolean} isCurrent */
  async #read(body, asking, isCurrent) {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done || !isCurrent()) return;
      this.#tries = 0;
      this.#watch(asking);
      this.hear.line("connected");
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
    this.#seen = fields.get("id") ?? this.#seen;
    this.hear.told(name, JSON.parse(fields.get("data") ?? "null"));
  }

  /** Abort a connection that has been silent for too long. @param {AbortController} asking */
  #watch(asking) {
    this.#heard = Date.now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => asking.abort(), SILENCE_MS);
  }
}

/** Send JSON to the server. Throws if the connection is lost. @type {(address: string, sent: unknown, headers?: Record<string, string>) => Promise<{status: number, said: any}>} */
export async function postJson(address, sent, headers = {}) {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(sent),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  return { status: answer.status, said: await answer.json().catch(() => ({})) };
}
