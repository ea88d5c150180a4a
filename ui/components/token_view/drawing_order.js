// The order of the parts drawn for a text: tokens, and what comes between them.

/** @import {TokenPanel} from "../contract" */

// A token by index, a mark where only this tokenizer cuts, omitted text, a line end, or a group: the tokens that are
// parts of one character, with marks between them.
/** @typedef {{token: number} | {cut: true} | {gap: string} | {line: true} | {group: string, parts: Part[]}} Part */

/** @type {(panel: Pick<TokenPanel, "kinds" | "tokens" | "groups" | "gaps" | "cuts">) => Part[]} */
export function drawingOrder({ kinds, tokens, groups, gaps, cuts }) {
  const omitted = new Map(gaps);
  const groupAt = new Map(groups.map((group) => [group[0], group]));
  const isCut = new Set(cuts);
  /** @type {Part[]} */ const order = [];
  const addGap = (/** @type {number} */ index) => {
    const text = omitted.get(index);
    if (text !== undefined) order.push({ gap: text });
  };
  for (let index = 0; index < tokens.length; index++) {
    addGap(index);
    const [first, last, text] = groupAt.get(index) ?? [index, index + 1, null];
    /** @type {Part[]} */ const inside = [];
    for (let at = first; at < last; at++) {
      if (isCut.has(at)) (at === first ? order : inside).push({ cut: true });
      inside.push({ token: at });
    }
    if (text === null) order.push(...inside);
    else order.push({ group: text, parts: inside });
    if (kinds[tokens[last - 1]][1].endsWith("\n")) order.push({ line: true });
    index = last - 1;
  }
  addGap(tokens.length);
  return order;
}

// Return the indexes of another panel's tokens that share bytes with a token of this panel.
/** @type {(panel: TokenPanel, index: number, other: TokenPanel) => number[]} */
export function tokensSharingBytes(panel, index, other) {
  const start = panel.bytes[index];
  const end = start + byteLength(panel, index);
  return other.bytes.flatMap((place, at) => (place < end && place + byteLength(other, at) > start ? [at] : []));
}

/** Return the number of bytes of a token. @type {(panel: Pick<TokenPanel, "kinds" | "tokens">, index: number) => number} */
export function byteLength({ kinds, tokens }, index) {
  const hex = kinds[tokens[index]][2];
  return hex ? (hex.length + 1) / 3 : 0;
}
