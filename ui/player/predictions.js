// A learner's predictions.

/** @typedef {{row: number, right: boolean, verdict: string}} Answer `row`: the chosen candidate. */

/** @extends {Map<number, Answer | null>} The answers by step; null if the right one was only revealed. */
export class Predictions extends Map {
  /** Record an answer, unless the step has one. */
  answer(/** @type {number} */ step, /** @type {Answer | null} */ answer) {
    if (!this.has(step)) this.set(step, answer);
  }

  /** Return how many predictions were right; null before the first one. */
  score() {
    const answers = [...this.values()].filter((answer) => answer !== null);
    return answers.length ? { right: answers.filter((answer) => answer.right).length, asked: answers.length } : null;
  }
}
