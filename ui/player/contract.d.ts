// Made from contract.py by `make contract`: change that file, not this one.

/** A word: its tokens, where the next step happens (the left ones), and where the new token stands. */
export interface WordRow {
  label: string;
  tokens: Array<number>;
  hits: Array<number>;
  fresh: Array<number>;
  before: string;
  after: string;
}

/** A candidate for the next step: what it is made of, its number, and where that came from. */
export interface BoardRow {
  pair: Array<number>;
  name: string;
  value: string;
  share: number | null;
  tally: string;
  winner: boolean;
  tied: boolean;
  verdict: string;
}

/** That candidates are equal, and the rule that decides. */
export interface Tie {
  badge: string;
  rule: string;
}

/** The picture at one step. */
export interface Frame {
  done: string;
  next: string;
  words: Array<WordRow>;
  places: Array<WordRow>;
  changed: Array<WordRow>;
  board: Array<BoardRow>;
  morePairs: string;
  pairOrder: Array<number>;
  tie: Tie | null;
  chips: Array<[number, string]>;
  hidden: string;
  fresh: number | null;
  dropped: Array<number>;
  titles: [string, string];
}

/** What has happened in a step: the tokens that took part, the token that came of it, and a number. */
export interface Past {
  parts: Array<number>;
  made: number | null;
  value: string;
}

/** Frames that follow one another, of a lesson with `steps` steps, with the tokens that they name. */
export interface Frames {
  steps: number;
  first: number;
  frames: Array<Frame>;
  merges: Array<Past>;
  firstMerge: number;
  all: boolean;
  tokens: Array<[string, string, number | null, number | null] | [string, string, number | null, number | null, string]>;
  byteLevel?: boolean;
}

/** A number that changes with the steps. */
export interface Line {
  title: string;
  values: Array<number>;
  heading: 0 | 1;
}

/** How numbers change over the steps; `steps` are those that the values belong to. */
export interface Curves {
  title: string;
  alt: string;
  axis: string;
  steps: Array<number>;
  lines: Array<Line>;
}

/** The texts around the frames. */
export interface Labels {
  controls?: string;
  first?: string;
  firstKey?: string;
  back?: string;
  backKey?: string;
  play?: string;
  pause?: string;
  playKey?: string;
  next?: string;
  nextKey?: string;
  last?: string;
  lastKey?: string;
  scrubber?: string;
  speed?: string;
  where?: string;
  beyond?: string;
  loading?: string;
  predict?: string;
  score?: string;
  question?: string;
  guess?: string;
  asText?: string;
  copyLink?: string;
  copied?: string;
  copyThis?: string;
  link?: string;
  pairs?: string;
  noPairs?: string;
  winner?: string;
  tied?: string;
  chosen?: string;
  replay?: string;
  merges?: string;
  noMerges?: string;
  noneBeforeGuess?: string;
  noSteps?: string;
  earlier?: string;
  frequentWords?: string;
  changed?: string;
  places?: string;
  token?: string;
  point?: string;
}

/** A lesson as a page gives it, without the texts around the frames. */
export interface Unlabelled {
  steps: number;
  first: number;
  frames: Array<Frame>;
  merges: Array<Past>;
  firstMerge: number;
  all: boolean;
  tokens: Array<[string, string, number | null, number | null] | [string, string, number | null, number | null, string]>;
  byteLevel?: boolean;
  id: string;
  corpus: string;
  step: number;
  legend: string;
  linkNote: string;
  rules: Array<[string, string]>;
  curves: Curves | null;
}

/** What a player shows. */
export interface Lesson {
  steps: number;
  first: number;
  frames: Array<Frame>;
  merges: Array<Past>;
  firstMerge: number;
  all: boolean;
  tokens: Array<[string, string, number | null, number | null] | [string, string, number | null, number | null, string]>;
  byteLevel?: boolean;
  id: string;
  corpus: string;
  step: number;
  legend: string;
  linkNote: string;
  rules: Array<[string, string]>;
  curves: Curves | null;
  labels: Required<Labels>;
}
