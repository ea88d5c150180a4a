// What a learner predicted.

/** @typedef {{row: number, right: boolean, verdict: string}} Answer The row of the leaderboard that was chosen. */

export class Predictions {
  /** @type {Map<number, Answer | null>} The answers by their steps; null for one that was only looked at. */
  #answers = new Map();

  clear() {
    this.#answers.clear();
  }

  has(/** @type {number} */ step) {
    return this.#answers.has(step);
  }

  at(/** @type {number} */ step) {
    return this.#answers.get(step) ?? null;
  }

  /** The first answer counts. */
  answer(/** @type {number} */ step, /** @type {Answer | null} */ answer) {
    if (!this.has(step)) this.#answers.set(step, answer);
  }

  /** How many of the predictions were right; null before the first one. */
  score() {
    const answers = [...this.#answers.values()].filter((answer) => answer !== null);
    if (!answers.length) return null;
    return { right: answers.filter((answer) => answer.right).length, asked: answers.length };
  }
}
