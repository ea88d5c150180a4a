// Machines of named states: what each event leads to. A state may last for a time, after which it is `over`.

export const STAY = null; // nothing changes, and what lasts goes on

/** @template {string} State @template {string} Event @typedef {Record<State, Record<Event, State | null>>} Table */

/** Playing. While it plays, a question stays a while: then it is shown what was right. */
export const PLAY = /** @type {const} */ ({
  stopped: { toggle: "playing", stop: STAY, hurry: STAY, ponder: STAY, over: STAY },
  playing: { toggle: "stopped", stop: "stopped", hurry: "playing", ponder: "pondering", over: "playing" },
  pondering: { toggle: "stopped", stop: "stopped", hurry: "pondering", ponder: STAY, over: "playing" },
});

// Asking for frames. One question at a time: a key that is held would put it off for ever, or ask again and again.
export const FETCH = /** @type {const} */ ({
  idle: { ask: "due", come: STAY, over: STAY },
  due: { ask: STAY, come: "idle", over: "waiting" },
  waiting: { ask: STAY, come: "idle", over: "idle" },
});

// The address, which follows once the learner rests. `returning`: the browser went back to another lesson's, which is on
// its way.
export const ADDRESS = /** @type {const} */ ({
  written: { move: "due", come: "due", write: "written", drop: STAY, return: "returning", over: STAY },
  due: { move: "due", come: "due", write: "written", drop: "written", return: "returning", over: "written" },
  returning: { move: "due", come: STAY, write: "written", drop: "written", return: "returning", over: STAY },
});

/** @template {string} State @template {string} Event */
export class Machine {
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;

  /**
   * @param {Table<State, Event | "over">} table
   * @param {State} state
   * @param {(state: State) => number} lasts how long, in milliseconds; 0 for as long as nothing happens
   * @param {(state: State, event: Event | "over", before: State) => void} entered
   */
  constructor(table, state, lasts, entered) {
    this.table = table;
    this.state = state;
    this.lasts = lasts;
    this.entered = entered;
  }

  /** @param {Event | "over"} event */
  on(event) {
    const before = this.state;
    const state = this.table[before][event];
    if (state === STAY) return;
    clearTimeout(this.#timer);
    this.state = state;
    const ms = this.lasts(state);
    if (ms) this.#timer = setTimeout(() => this.on("over"), ms);
    this.entered(state, event, before);
  }

  /** No state ends by itself any more. */
  end() {
    clearTimeout(this.#timer);
  }
}
