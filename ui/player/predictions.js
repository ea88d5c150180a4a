// What a learner predicted.

/** @typedef {{row: number, right: boolean, verdict: string}} Answer The row of the leaderboard that was chosen. */

/** @extends {Map<number, Answer | null>} The answers by their steps; null for one that was only looked at. */
export class Predictions extends Map {
  /** The first answer counts. */
  answer(/** @type {number} */ step, /** @type {Answer | null} */ answer) {
    if (!this.has(step)) this.set(step, answer);
  }

  /** How many of the predictions were right; null before the first one. */
  score() {
    const answers = [...this.values()].filter((answer) => answer !== null);
    return answers.length ? { right: answers.filter((answer) => answer.right).length, asked: answers.length } : null;
  }
}
