// Made from contract.py by `make contract`: change that file, not this one.

/** The address of a page: its parameters, and the names of those that a player writes. */
export interface AddressBar {
  page: string;
  query: Record<string, string>;
  played: Array<string>;
}

/** Where a player stood when its page was left. */
export interface Left {
  lesson: string;
  step: number;
}

/** An alternative of a pattern: a row of the legend. */
export interface Chunk {
  number: string;
  name: string;
  regex: string;
  about: string;
  count: string;
  hue: number | null;
}

/** A text cut up by one pattern; a piece is its text, its row of the legend, and 1 where only this pattern cuts. */
export interface ChunkPanel {
  title: string;
  summary: string;
  legend: Array<Chunk>;
  before: string;
  pieces: Array<[string, number, number]>;
}

/** A text cut up by one or two patterns. */
export interface Chunks {
  panels: Array<ChunkPanel>;
}

/** What stands over the bytes from `start` to `end`; its cells are [row, text, small text]. */
export interface LensItem {
  start: number;
  end: number;
  hue: number | null;
  cells: Array<[number, string, string]>;
  say: string;
}

/** The path of a text. Lines break at `breaks` only, and rather at `good` ones. */
export interface Lens {
  rows: Array<string>;
  columns: number;
  items: Array<LensItem>;
  breaks: Array<number>;
  good: Array<number>;
  summary: string;
}

/** A token of a merge tree, and the parts that it was made of. */
export interface Node {
  text: string;
  hue: number | null;
  id: string;
  caption: string;
  parts: Array<Node>;
  more: boolean;
}

/** A token's merge tree, and the sentences that go with it. */
export interface MergeTree {
  id: number;
  said: Array<string>;
  tree: Node;
  small: boolean;
}

/** A stage from text to ids: pieces in groups, each its text and its hue. */
export interface Stage {
  title: string;
  about: string;
  groups: Array<Array<[string, number | null]>>;
}

/** A question with options; the index of the right one, and of the one that was chosen. */
export interface Quiz {
  question: string;
  options: Array<string>;
  right: number;
  chosen: number | null;
}

/** A row of a list of tokens. */
export interface ListedToken {
  id: number;
  text: string;
  name: string;
  hue: number;
  bytes: string;
  characters: string;
  length: string;
}

/** A short text as its tokens: text, id, hue, and whether a line ends behind it. */
export interface TokenRow {
  title: string;
  count: string;
  tokens: Array<[string, number, number, boolean]>;
}

/** A word as one method cuts it: tokens of text, id and hue; `differs` from how the first method does. */
export interface TableCell {
  tokens: Array<[string, number | null, number | null]>;
  count: string;
  differs: boolean;
}

/** A word as each method cuts it. */
export interface TableRow {
  title: string;
  note: string;
  cells: Array<TableCell>;
}

/** Words, each cut by several methods. */
export interface TokenTable {
  caption: string;
  columns: Array<string>;
  rows: Array<TableRow>;
}

/** The tokens that begin in a stretch of a text, with the kinds that they name. */
export interface TokenPanel {
  title: string;
  count: string;
  rate: string;
  first: number;
  total: number;
  kinds: Array<[number | null, string, string, number | null, "" | "part" | "special" | "unknown"]>;
  tokens: Array<number>;
  bytes: Array<number>;
  characters: Array<number>;
  groups: Array<[number, number, string]>;
  gaps: Array<[number, string]>;
  cuts: Array<number>;
}

/** A page of a text as one tokenizer cuts it, or two beside each other. */
export interface TokenView {
  panels: Array<TokenPanel>;
  page: number;
  pages: number;
  shown: string;
  linkNote?: string;
}

/** The texts of `Chunks`. */
export interface ChunksLabels {
  chunks: string;
  legend: string;
  order: string;
  said: string;
  counted: string;
  onlyHere: string;
  hint: string;
}

/** The texts of `Lens`. */
export interface LensLabels {
  lens: string;
  hint: string;
}

/** The texts of `MergeTree`. */
export interface MergeTreeLabels {
  tree: string;
  more: string;
}

/** The texts of `Quiz`. */
export interface QuizLabels {
  options: string;
  right: string;
  wrong: string;
  answer: string;
  yours: string;
}

/** The texts of `TokenList`. */
export interface TokenListLabels {
  list: string;
  token: string;
  id: string;
  length: string;
  bytes: string;
  pick: string;
}

/** The texts of `TokenRows`. */
export interface TokenRowsLabels {
  token: string;
}

/** The texts of `TokenTable`. */
export interface TokenTableLabels {
  token: string;
}

/** The texts of `TokenView`. */
export interface TokenViewLabels {
  options: string;
  text: string;
  ids: string;
  bytes: string;
  spaces: string;
  copyLink: string;
  linkCopied: string;
  copyIds: string;
  copyPage: string;
  idsCopied: string;
  copyThis: string;
  pages: string;
  first: string;
  back: string;
  next: string;
  last: string;
  hint: string;
  tokens: string;
  idList: string;
  token: string;
  id: string;
  noId: string;
  byteList: string;
  place: string;
  part: string;
  special: string;
  unknown: string;
  cut: string;
  leftOut: string;
}
