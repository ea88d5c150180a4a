// The fields of a page's form, and their values in the address, which omits defaults.

import { fillTemplate, make } from "../components/dom.js";

/** @import {FormField, FormPage} from "./contract" */
/** @typedef {Map<string, string>} Values */

/** The name of a choice: the reader's own tokenizer. */
export const OPENED = "opened";
/** The name of a choice that no address has: to open files. */
export const OPEN_FILES = "open";

const MAX_LENGTH = 1500; // characters of a text, percent-encoded, that fit into a link

/** Whether a text is short enough for an address. @param {string} text */
const fits = (text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "?")).length <= MAX_LENGTH;

/** Rename parameters of old links to their current names. @param {URLSearchParams} query @param {Record<string, string>} former */
export function withCurrentNames(query, former) {
  const renamed = new URLSearchParams();
  for (const [name, value] of query) {
    const current = Object.hasOwn(former, name) ? former[name] : name;
    if (!renamed.has(current) || current === name) renamed.set(current, value);
  }
  return renamed;
}

/** Return the default of a field, given the values of the fields it depends on. @param {FormPage} form @param {FormField} field @param {Values} values */
export function defaultOf({ defaults: byKey, dependsOn, fields }, field, values) {
  const key = dependsOn.map((name) => values.get(name)).join(" ");
  const areShown = dependsOn.every((name) =>
    isShown(/** @type {FormField} */ (fields.find((candidate) => candidate.name === name)), values),
  );
  const defaults = areShown && Object.hasOwn(byKey, key) ? byKey[key] : {};
  return Object.hasOwn(defaults, field.name) ? defaults[field.name] : field.usual;
}

/** Whether a field applies, given the other values. @param {Pick<FormField, "when">} field @param {Values} values */
export const isShown = ({ when }, values) =>
  Object.entries(when).every(([name, wanted]) => wanted.includes(values.get(name) ?? ""));

/** Return a value for each field, given a query. @param {FormPage} form @param {URLSearchParams} query @returns {Values} */
export function valuesOf(form, query) {
  /** @type {Values} */ const values = new Map();
  // Fields that others depend on come first, whatever order the page shows them in.
  const first = new Set([...form.dependsOn, ...form.fields.flatMap(({ when }) => Object.keys(when))]);
  const rank = (/** @type {FormField} */ { name }) => Number(!first.has(name));
  const ordered = [...form.fields].sort((left, right) => rank(left) - rank(right));
  for (const field of ordered) values.set(field.name, values.get(field.name) ?? field.usual);
  for (const field of ordered) {
    if (isShown(field, values)) values.set(field.name, query.get(field.name) ?? defaultOf(form, field, values));
  }
  return values;
}

/** Return the query for these values, and the names of texts that are too long for it. @param {FormPage} form @param {Values} values */
export function queryOf(form, values) {
  const query = new URLSearchParams();
  const tooLong = [];
  for (const field of form.fields) {
    const value = values.get(field.name) ?? "";
    if (!isShown(field, values) || query.has(field.name)) continue;
    if (value === defaultOf(form, field, values) && !form.always.includes(field.name)) continue;
    if (fits(value)) query.set(field.name, value);
    else tooLong.push(field.name);
  }
  return { query, tooLong };
}

/** Return the name of the prepared lesson for a query, if there is one. @param {FormPage} form @param {URLSearchParams} query */
export function readyLessonFor(form, query) {
  const values = valuesOf(form, query);
  const params = [...query].filter(([name, value]) => {
    const field = form.fields.find((candidate) => candidate.name === name && isShown(candidate, values));
    if (!field || name === "tie") return false;
    return form.always.includes(name) || value !== defaultOf(form, field, values);
  });
  const key = String(new URLSearchParams(params.sort(([left], [right]) => (left < right ? -1 : 1))));
  return Object.hasOwn(form.ready, key) ? form.ready[key] : null;
}

/** Return the message about an invalid step in a query: prepared lessons do not involve Python. @param {FormPage} form @param {URLSearchParams} query */
export function problemOf({ steps, labels }, query) {
  const value = query.get("step");
  if (value === null || (/^\d{1,9}$/.test(value) && Number(value) <= steps)) return [];
  return [fillTemplate(labels.step, { value: value.length > 40 ? `${value.slice(0, 40)}…` : value })];
}

const NAMING_FIELDS = ["sample", "ids", "scenario", "algorithm", "with", "of", "first", "template"];
const MAX_NAME = 32; // characters

/** Return a name for what is shown: the text, and what makes its tokens. @param {FormPage} form @param {Values} values */
export function subjectOf(form, values) {
  const shown = form.fields.filter((field) => !field.folded && isShown(field, values));
  return NAMING_FIELDS.flatMap((name) => {
    const field = shown.find((candidate) => candidate.name === name);
    const value = values.get(name);
    // A trained tokenizer is named by its training text.
    const isNamedByOthers = shown.some(({ when, name: other }) => other === "scenario" && Object.hasOwn(when, name));
    if (!field || !value || isNamedByOthers) return [];
    if (field.kind === "choice") return [field.choices.find(([choice]) => choice === value)?.[1] ?? ""];
    const characters = [...value.replace(/\s+/g, " ").trim()];
    return [characters.length > MAX_NAME ? `${characters.slice(0, MAX_NAME - 1).join("")}…` : characters.join("")];
  })
    .filter(Boolean)
    .join(" · ");
}

/** The fields of a form, as widgets. */
export class FormFields {
  /** @type {{field: FormField, box: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, element: HTMLElement}[]} */ #fields =
    [];

  /** @param {FormPage} form @param {(field: FormField) => void} onFieldChange */
  constructor(form, onFieldChange) {
    this.form = form;
    for (const field of form.fields) this.#fields.push(this.#createField(field, onFieldChange));
    const [folded, open] = [true, false].map((which) => this.#fields.filter(({ field }) => field.folded === which));
    const settings = make(
      "details.settings",
      make("summary", form.labels.settings),
      ...folded.map(({ element }) => element),
    );
    this.element = make("div.fields", ...open.map(({ element }) => element));
    this.settings = folded.length ? settings : null;
  }

  /** @param {FormField} field @param {(field: FormField) => void} onFieldChange */
  #createField(field, onFieldChange) {
    const { name, kind, label, caption, choices, least, most, example } = field;
    const options = choices.map(([value, text]) => make("option", { value }, text));
    if (field.opens && this.form.ownLabels) {
      const after = choices.findIndex(([value]) => value === OPENED) + 1;
      options.splice(after, 0, make("option", { value: OPEN_FILES }, this.form.ownLabels.open));
    }
    const onchange = () => onFieldChange(field);
    const box =
      kind === "choice"
        ? make("select", { name, onchange }, ...options)
        : kind === "long"
          ? make("textarea", { name, rows: 5, placeholder: example, spellcheck: "false" })
          : kind === "number"
            ? make("input", { name, type: "number", min: least, max: most, onchange })
            : make("input", { name, type: kind === "switch" ? "checkbox" : "text", autocomplete: "off", onchange });
    const element = make(`label.${kind}`, make("span.name", label), box, caption ? make("small", caption) : null);
    return { field, box, element };
  }

  /** @param {Values} values */
  show(values) {
    for (const { field, box, element } of this.#fields) {
      element.hidden = !isShown(field, values);
      if (element.hidden) continue;
      const value = values.get(field.name) ?? "";
      if (box instanceof HTMLInputElement && box.type === "checkbox") box.checked = value === "1";
      else if (box.value !== value) box.value = value;
    }
  }

  /** Show the fields that apply to the current choices; newly shown ones get their defaults. @param {Values} before */
  showApplicable(before) {
    const values = this.values(before);
    for (const { field, element } of this.#fields) {
      if (element.hidden) values.set(field.name, defaultOf(this.form, field, values));
    }
    this.show(values);
  }

  /** Offer the reader's own tokenizer, and to open files, as far as there are any. @param {Record<string, boolean>} offered whether, by the name of the choice */
  setOptions(offered) {
    for (const { field, box } of this.#fields) {
      if (!field.opens || !(box instanceof HTMLSelectElement)) continue;
      for (const option of box.options) {
        option.hidden = option.disabled = offered[option.value] === false && option.value !== box.value;
      }
    }
  }

  /** Return the chosen values. @param {Values} before @returns {Values} */
  values(before) {
    const values = new Map(before);
    for (const { field, box, element } of this.#fields) {
      if (element.hidden) continue;
      const isSwitch = box instanceof HTMLInputElement && box.type === "checkbox";
      values.set(field.name, isSwitch ? String(Number(box.checked)) : box.value);
    }
    return values;
  }

  /** Whether a field is shown. @param {string} name */
  isFieldShown(name) {
    return this.#fields.some(({ field, element }) => field.name === name && !element.hidden);
  }

  /** Set the text of a field. @param {string} name @param {string} text */
  setText(name, text) {
    for (const { field, box, element } of this.#fields) if (field.name === name && !element.hidden) box.value = text;
  }
}
