// The arithmetic of charts.

// Return the marks of an axis over whole numbers: multiples of 1, 2 or 5 times a power of ten, at most `most`.
/** @type {(lowest: number, highest: number, most: number) => number[]} */
export function ticks(lowest, highest, most) {
  const least = Math.max(1, (highest - lowest) / Math.max(1, most - 1));
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5].find((factor) => power * factor >= least) ?? 10);
  const found = [];
  for (let tick = Math.ceil(lowest / step) * step; tick <= highest; tick += step) found.push(tick);
  return found;
}

// Return a linear function from `from`…`to` to `start`…`end`; always the start if `from` equals `to`.
/** @type {(domain: [number, number], range: [number, number]) => (value: number) => number} */
export function scale([from, to], [start, end]) {
  const factor = to === from ? 0 : (end - start) / (to - from);
  return (value) => start + (value - from) * factor;
}

// Return the index of the nearest number in a rising list; of two equally near, the lower one.
/** @type {(numbers: number[], wanted: number) => number} */
export function nearestPlace(numbers, wanted) {
  const distance = (/** @type {number} */ place) => Math.abs(numbers[place] - wanted);
  return numbers.reduce((found, _, place) => (distance(place) < distance(found) ? place : found), 0);
}

// Return the height of a line at a step, interpolated between the points on both sides; the steps rise.
/** @type {(steps: number[], values: number[], step: number) => number} */
export function heightAt(steps, values, step) {
  const right = steps.findIndex((one) => one >= step);
  if (right < 0) return values[values.length - 1];
  if (right === 0) return values[0];
  return scale([steps[right - 1], steps[right]], [values[right - 1], values[right]])(step);
}
