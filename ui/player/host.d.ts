import type { Audience } from "./audience.js";
import type { Here, Named, Told } from "./player_query.js";

// A place makes a player of an element, a lesson and what it offers. It may `update` it with more frames or another lesson,
// have it `go` to a step, as who leads a class does, give it the keys by `focus`, and let it `leave`.

/** What a player is offered by the place that it stands in: a page of the app, or a file. */
export interface PlayerHost {
  /** Give the frames around a step: they come with an update of the player. */
  want(step: number): void;
  /** Give the lesson under another rule to break ties: it comes with an update too. */
  tie(rule: string): void;
  /** Lead on from the end of the lesson, where it has ways on. */
  go?(to: string): void;
  /** What gives the lesson as a file, where that is offered. */
  file?(): HTMLElement | null;
  /** Lead over the end of the lesson, on by 1 or back by -1, where it is one of several; whether that is so. */
  turn?(by: number): boolean;
  /** Whether it would. */
  canTurn?(by: number): boolean;
  /** Whether it waits for something on the page: no key moves it meanwhile. */
  waits?(): boolean;
  /** It is alone on the screen now, or no more. */
  alone?(on: boolean): void;
  /** Take the place where the learner is into a plan. */
  add?(): void;
  /** Who follows the learner, as a class does. */
  audience?: Audience;
  /** Where the learner is, kept where a link can name it. */
  address: Address;
}

export interface Address {
  /** What it says of the player. */
  read(): Named;
  /** What it says besides: another lesson has another. */
  about(): string;
  /** Say where the learner is. */
  write(here: Here): void;
  /** Whether it is told of a step at once, not when the learner rests: what is said while leaving may get lost. */
  readonly isImmediate?: boolean;
  /** A link that leads there. */
  link(here: Here): string;
  /** Tell of what happens to it, until the signal. */
  listen(told: Told, signal: AbortSignal): void;
}
