import type { Audience } from "./audience.js";
import type { PlayerState, AddressState, AddressListener } from "./player_query.js";

// A host creates a player from an element, a lesson and a `PlayerHost`. It may `update` it with more frames or another
// lesson, make it `go` to a step, as a class does, give it the keyboard with `focus`, and make it `leave`.

/** What the page or file that contains a player offers it. */
export interface PlayerHost {
  /** Request the frames around a step; they arrive with an update of the player. */
  requestFrames(step: number): void;
  /** Request the lesson with another tie-breaking rule; it arrives with an update too. */
  chooseTieRule(rule: string): void;
  /** Follow one of the links at the end of the lesson. */
  followLink?(to: string): void;
  /** Return the element that downloads the lesson, if there is one. */
  downloadElement?(): HTMLElement | null;
  /** Go to the next (1) or previous (-1) lesson of a series; returns whether there is one. */
  goToLesson?(by: number): boolean;
  /** Whether there is such a lesson. */
  hasLesson?(by: number): boolean;
  /** Whether something on the page must happen first; meanwhile, keys do not move the player. */
  isWaiting?(): boolean;
  /** Called when the player fills the screen, or no longer does. */
  onPresent?(on: boolean): void;
  /** Add the learner's position to a plan. */
  addToPlan?(): void;
  /** What follows the learner, such as a class. */
  audience?: Audience;
  /** The learner's position, in an address that can be shared. */
  address: Address;
}

export interface Address {
  /** Return the player's state in the address. */
  read(): AddressState;
  /** Return the rest of the address, which identifies the lesson. */
  about(): string;
  /** Write the player's state. */
  write(state: PlayerState): void;
  /** Whether to write each step at once instead of after a pause: what is written while leaving may get lost. */
  readonly isImmediate?: boolean;
  /** Return a link to that state. */
  link(state: PlayerState): string;
  /** Call the listener when the address changes, until the signal. */
  listen(listener: AddressListener, signal: AbortSignal): void;
}
