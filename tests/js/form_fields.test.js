import assert from "node:assert/strict";
import { test } from "node:test";

import {
  isShown,
  problemOf,
  queryOf,
  readyLessonFor,
  subjectOf,
  withCurrentNames,
  defaultOf,
  valuesOf,
} from "../../ui/site/form_fields.js";

/** @import {FormField, FormPage} from "../../ui/site/contract" */

/** @param {Partial<FormField>} field @returns {FormField} */
const field = (field) => ({
  ...{ name: "", kind: "text", label: "", caption: "", choices: [], least: 0, most: 0, usual: "", example: "" },
  ...{ atOnce: false, folded: false, when: {}, opens: false },
  ...field,
});

const FAILURES = { unloaded: "", unsupported: "", ended: "", again: "", lessons: "" };

/** A page on which the scenario and algorithm decide the defaults. @type {FormPage} */
const FORM = {
  about: "",
  fields: [
    field({ name: "scenario", usual: "hug" }),
    field({ name: "algorithm", usual: "bpe" }),
    field({ name: "text", kind: "long", when: { scenario: ["text"] } }),
    field({ name: "vocab", kind: "number" }),
    field({ name: "min", kind: "number", when: { algorithm: ["bpe"] } }),
  ],
  examples: [],
  defaults: {
    "hug bpe": { vocab: "20", min: "1" },
    "hug unigram": { vocab: "10" },
    "text bpe": { vocab: "300", min: "2" },
  },
  dependsOn: ["scenario", "algorithm"],
  formerNames: { lesson: "scenario" },
  always: ["scenario"],
  ready: {
    "": "train/hug-bpe",
    "scenario=hug": "train/hug-bpe",
    "algorithm=unigram&scenario=hug": "train/hug-unigram",
  },
  appOnlyLinks: [],
  steps: 20000,
  python: true,
  running: { loading: "", starting: "", working: "", stop: "", stopped: "", file: "", ...FAILURES },
  labels: { show: "", settings: "", example: "", private: "", tooLong: "", gone: "", nothing: "", step: "not {value}" },
  ownLabels: null,
  ownPatterns: [],
  viewLabels: /** @type {FormPage["viewLabels"]} */ ({}),
  tableLabels: { token: "" },
};

const query = (/** @type {string} */ text) => new URLSearchParams(text);

test("a window's title names the text and the tokenizer", () => {
  const choices = /** @type {[string, string][]} */ ([
    ["hug", "hug · pug · pun"],
    ["bpe", "BPE"],
    ["gpt2", "GPT-2"],
    ["trained", "Trained"],
  ]);
  const when = { with: ["trained"] };
  const fields = [
    field({ name: "sample", usual: "unhug" }),
    field({ name: "with", kind: "choice", choices, usual: "trained" }),
    field({ name: "scenario", kind: "choice", choices, usual: "hug", when }),
    field({ name: "algorithm", kind: "choice", choices, usual: "bpe", when }),
    field({ name: "by", kind: "choice", choices, usual: "bpe", folded: true }),
  ];
  const nameOf = (/** @type {string} */ search) => {
    const form = { ...FORM, fields, dependsOn: [], defaults: {} };
    return subjectOf(form, valuesOf(form, query(search)));
  };
  assert.equal(nameOf(""), "unhug · hug · pug · pun · BPE");
  assert.equal(nameOf("with=gpt2&sample=low"), "low · GPT-2");
  assert.equal(nameOf(`with=gpt2&sample=${"a".repeat(40)}`), `${"a".repeat(31)}… · GPT-2`);
});

test("defaults and irrelevant values are neither shown nor written to an address", () => {
  assert.equal(valuesOf(FORM, query("")).get("vocab"), "20");
  assert.equal(valuesOf(FORM, query("algorithm=unigram")).get("vocab"), "10");
  assert.equal(valuesOf(FORM, query("scenario=text&vocab=50")).get("vocab"), "50");
  assert.equal(defaultOf(FORM, FORM.fields[4], valuesOf(FORM, query("scenario=text"))), "2");
  const values = valuesOf(FORM, query("algorithm=unigram"));
  assert.equal(isShown(FORM.fields[4], values), false);
  assert.equal(isShown(FORM.fields[2], values), false);
  const normalized = (/** @type {string} */ text) => String(queryOf(FORM, valuesOf(FORM, query(text))).query);
  assert.equal(normalized("scenario=hug&vocab=20"), "scenario=hug");
  assert.equal(normalized("scenario=hug&algorithm=unigram&vocab=12&min=3"), "scenario=hug&algorithm=unigram&vocab=12");
});

test("a text too long for a link is omitted and reported", () => {
  const values = valuesOf(FORM, query("scenario=text"));
  values.set("text", "ы".repeat(250)); // six signs each, percent-encoded
  assert.deepEqual(queryOf(FORM, values).tooLong, []);
  values.set("text", "ы".repeat(251));
  assert.deepEqual(queryOf(FORM, values).tooLong, ["text"]);
  assert.equal(String(queryOf(FORM, values).query), "scenario=text");
});

test("a lesson is prepared if its address has only default values", () => {
  const ready = (/** @type {string} */ text) => readyLessonFor(FORM, query(text));
  assert.equal(ready("step=3&lang=vi&view=ids"), "train/hug-bpe");
  assert.equal(ready("scenario=hug&vocab=20&tie=last"), "train/hug-bpe");
  assert.equal(ready("scenario=hug&algorithm=unigram"), "train/hug-unigram");
  assert.equal(ready("scenario=hug&vocab=21"), null);
  assert.equal(ready("scenario=constructor"), null);
});

test("former names are read, invalid steps reported, and parameters read after those they depend on", () => {
  assert.equal(String(withCurrentNames(query("lesson=low"), FORM.formerNames)), "scenario=low");
  assert.equal(String(withCurrentNames(query("scenario=hug&lesson=low"), FORM.formerNames)), "scenario=hug");
  assert.equal(String(withCurrentNames(query("lesson=low&scenario=hug"), FORM.formerNames)), "scenario=hug");
  const problems = (/** @type {string} */ step) => problemOf(FORM, query(`scenario=hug&step=${step}`));
  assert.deepEqual(["0", "3", "20000"].flatMap(problems), []);
  assert.deepEqual(["-3", "20001", "x", "٣"].flatMap(problems), ["not -3", "not 20001", "not x", "not \u2068٣\u2069"]);
  assert.equal(problems("9".repeat(50))[0], `not ${"9".repeat(40)}…`);
  assert.deepEqual(problemOf(FORM, query("scenario=hug")), []);
  const reversed = { ...FORM, fields: [...FORM.fields].reverse() };
  assert.equal(valuesOf(reversed, query("algorithm=unigram")).get("vocab"), "10");
  assert.equal(valuesOf(reversed, query("scenario=text")).get("min"), "2");
});
