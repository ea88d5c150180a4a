// Where the cells of a map are: rows of equal length, as square as the room allows.

/** @typedef {{columns: number, rows: number}} Grid */

/** Return the grid for that many cells in that room. @type {(count: number, width: number, height: number) => Grid} */
export function gridFor(count, width, height) {
  const columns = Math.min(count, Math.max(1, Math.ceil(Math.sqrt((count * width) / height))));
  return { columns, rows: Math.ceil(count / columns) };
}

// Return the cell at a point, given as shares of the width and the height; null beyond the last one.
/** @type {(grid: Grid, count: number, x: number, y: number) => number | null} */
export function cellAt({ columns, rows }, count, x, y) {
  if (Math.min(x, y) < 0 || Math.max(x, y) >= 1) return null;
  const place = Math.floor(y * rows) * columns + Math.floor(x * columns);
  return place < count ? place : null;
}

/** Return the middle of a cell, as shares of the width and the height. @type {(grid: Grid, place: number) => [number, number]} */
export const middle = ({ columns, rows }, place) => [
  ((place % columns) + 0.5) / columns,
  (Math.floor(place / columns) + 0.5) / rows,
];

const PAGE = 10; // rows

// Return the cell that a key leads to, the same one at the edge; null for a key that does not lead anywhere.
/** @type {(grid: Grid, count: number, place: number, key: string) => number | null} */
export function cellAfter({ columns }, count, place, key) {
  /** @type {Record<string, number>} */
  const steps = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    PageUp: -PAGE * columns,
    PageDown: PAGE * columns,
    Home: -place,
    End: count - 1 - place,
  };
  if (!Object.hasOwn(steps, key)) return null;
  const target = place + steps[key];
  return target >= 0 && target < count ? target : place;
}

// Return the id of the token in a cell. Ids may have gaps: each run has the place and the id that it begins with.
/** @type {(runs: [number, number][], place: number) => number} */
export function idAt(runs, place) {
  const [begin, id] = runs[runs.filter(([first]) => first <= place).length - 1];
  return id + place - begin;
}
