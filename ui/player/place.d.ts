import type { Here, Named, Told } from "./address.js";

/** What a player is offered by the place that it stands in: a page of the app, or a file. */
export interface Place {
  /** Give the frames around a step: they come with an update of the player. */
  want(step: number): void;
  /** Give the lesson under another rule to break ties: it comes with an update too. */
  tie(rule: string): void;
  /** Lead on from the end of the lesson, where it has ways on. */
  go?(to: string): void;
  /** What gives the lesson as a file, where that is offered. */
  file?(): HTMLElement | null;
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
  /** A link that leads there. */
  link(here: Here): string;
  /** Tell of what happens to it, until the signal. */
  listen(told: Told, signal: AbortSignal): void;
}
