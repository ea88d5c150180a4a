// State machines: the next state for each event. A state may have a time limit, which ends it with `over`.

const STAY = null; // nothing changes, and a time limit goes on

/** @template {string} State @template {string} Event @typedef {Record<State, Record<Event, State | null>>} Table */

/** Playing. A question stays for a while, then its answer is shown. */
export const PLAY = /** @type {const} */ ({
  stopped: { toggle: "playing", stop: STAY, hurry: STAY, ponder: STAY, over: STAY },
  playing: { toggle: "stopped", stop: "stopped", hurry: "playing", ponder: "pondering", over: "playing" },
  pondering: { toggle: "stopped", stop: "stopped", hurry: "pondering", ponder: STAY, over: "playing" },
});

// Requesting frames, one request at a time: a held key would otherwise postpone it forever, or repeat it.
export const FETCH = /** @type {const} */ ({
  idle: { ask: "due", come: STAY, over: STAY },
  due: { ask: STAY, come: "idle", over: "waiting" },
  waiting: { ask: STAY, come: "idle", over: "idle" },
});

// The address, written once the learner rests. `returning`: the browser went back to the address of another lesson,
// which is loading.
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
   * @param {(state: State) => number} lasts the time limit in milliseconds; 0 for none
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

  /** Stop the timer, so that no state ends on its own. */
  end() {
    clearTimeout(this.#timer);
  }
}
