// A page for the visitor's own text: prepared results, or those of Python, which is loaded into the browser.

import { make } from "../components/dom.js";
import { detailsView } from "./details.js";
import { lessonUrl } from "../player/player_query.js";
import { load, loadScript } from "./data.js";
import {
  FormFields,
  OPENED,
  OPEN_FILES,
  isShown,
  problemOf,
  queryOf,
  readyLessonFor,
  subjectOf,
  withCurrentNames,
  defaultOf,
  valuesOf,
} from "./form_fields.js";
import { LongTexts } from "./long_texts.js";
import { startPage, nameWindow } from "./site_shell.js";
import { currentQuery } from "../components/page_query.js";
import { isFile, pushUrl, siteUrl, setUrl } from "./site_urls.js";
import { PythonRuns } from "./python_progress.js";

/** @import {FormField, FormPage} from "./contract" */
/** @import {Own as OwnTokenizer} from "./own_tokenizer.js" */
/** @import {Answer, OfferedFile, Remedy} from "./python/contract" */

// How a page shows its results; created again after there was nothing to show.
/** @typedef {(step: number) => void} RequestFrames */
/** @typedef {{element: HTMLElement, show: (answer: Partial<Answer>, requestFrames?: RequestFrames) => void, leave: () => void}} Picture */
/** @typedef {{tie: (rule: string) => void, turn: (page: number) => void, use: (name: string, text: string) => void, form: FormPage}} PictureActions */
/** @typedef {{of: "lesson" | "scene" | "view" | "changes", draw: (actions: PictureActions) => Picture}} PictureSource Which part of an answer a picture shows. */

const KEPT_PARAMETERS = ["lang", "large", "view", "embed"]; // parameters kept, whatever is shown
// How long the old picture stays, so that a quick result replaces it directly. Shorter than a player waits after a key
// before it writes its step to the address, which by then belongs to something else.
const PATIENCE_MS = 400;
const texts = new LongTexts(() => sessionStorage);

class CustomTextPage {
  /** @type {Picture | null} */ #picture = null;
  #request = ""; // shown, or being computed
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #clearTimer;
  #runs;
  #fields;
  #pictureBox = make("div.shown");
  #details = make("div.below");
  #note = make("p.subdued");

  /** @param {PictureSource} source @param {string} page @param {string} language @param {FormPage} form @param {HTMLElement} place @param {OwnTokenizer | null} own */
  constructor(source, page, language, form, place, own) {
    this.own = own;
    this.source = source;
    this.page = page;
    this.language = language;
    this.form = form;
    this.#runs = new PythonRuns(language, form.running);
    this.#runs.onTryAgain = () => void this.#show(true);
    this.#fields = new FormFields(form, (field) => this.#onFieldChange(field));
    const { labels } = form;
    const submit = form.python ? make("button.main", { type: "submit" }, labels.show) : null;
    const examples = form.fields.filter(({ example }) => example);
    const buttons = examples.map(({ name, example }) =>
      make("button", { onclick: () => this.#setField(name, example) }, labels.example),
    );
    this.example = make("span", ...(form.python ? buttons : []));
    this.examples = form.examples.map(({ text, query, when }) => {
      const element = make("button", { onclick: () => this.#choose(null, query) }, text);
      return { element, when };
    });
    const onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#choose(null);
    };
    const line = make("div.line", submit, this.example, ...this.examples.map(({ element }) => element));
    const formElement = make("form", { onsubmit }, this.#fields.element, line, this.#fields.settings);
    const appOnlyLinks = form.appOnlyLinks.map(({ text, href }) => make("a", { href: siteUrl(href) }, text));
    const isPictureFirst = source.of === "changes"; // it is pressed, as in the app
    place.append(
      ...(isPictureFirst ? [this.#pictureBox] : []),
      make("p.about", form.about),
      formElement,
      own?.element ?? "",
      this.#runs.element,
      this.#note,
      ...(isPictureFirst ? [] : [this.#pictureBox]),
      this.#details,
      make("p.subdued", form.python ? `${labels.private} ` : null, ...appOnlyLinks),
    );
    addEventListener("popstate", () => void this.#show());
    own?.watchDrops(
      () => this.#runs.warm(),
      (files) =>
        void this.#openFiles(
          files,
          form.fields.find(({ opens }) => opens),
        ),
    );
    if (own) own.onChange = () => void this.#show(true);
    void this.#show();
  }

  /** @param {FormField} field */
  #onFieldChange(field) {
    if (field.opens && this.#fields.values(new Map()).get(field.name) === OPEN_FILES) {
      this.#fields.show(valuesOf(this.form, this.#query())); // as before, until there are files
      this.#runs.warm();
      this.own?.pick((files) => void this.#openFiles(files, field));
    } else if (field.atOnce) this.#choose(field);
    else this.#fields.showApplicable(valuesOf(this.form, this.#query()));
  }

  /** Open files and select their tokenizers; report problems with them. @param {File[]} files @param {FormField} [field] */
  async #openFiles(files, field) {
    if (!this.own || !field || !files.length) return;
    const opened = `${Date.now()}-${Math.random()}`;
    const query = this.#query();
    const task = { ...this.#taskFor(query, valuesOf(this.form, query)), open: true, opened, pattern: "" };
    const answer = await this.#runs.run(task, undefined, files);
    if (!answer) return;
    this.own.store(opened, files, Boolean(answer.lacksPattern));
    this.#choose(field, { [field.name]: OPENED });
  }

  /** Return the query of the address, with texts that are too long for it. */
  #query() {
    const query = withCurrentNames(currentQuery(), this.form.formerNames);
    for (const [name, text] of this.#longTexts()) if (text !== null) query.set(name, text);
    return query;
  }

  /** Return the texts that are too long for the address, by field name; null for those no longer stored. */
  #longTexts() {
    const missing = this.form.fields.filter(({ name }) => !currentQuery().has(name) && textName(name));
    return new Map(missing.map(({ name }) => [name, texts.get(textName(name))]));
  }

  /** Write the choices to the address, and show the result. @param {FormField | null} field the one changed, if it was a single one @param {Record<string, string>} others values that an example sets */
  #choose(field, others = {}) {
    const before = valuesOf(this.form, this.#query());
    const values = new Map([...this.#fields.values(before), ...Object.entries(others)]);
    // Another scenario or algorithm resets the other fields to their defaults, except typed text.
    if (field && this.form.dependsOn.includes(field.name)) {
      for (const other of this.form.fields) {
        const isTyped = other.kind === "long" || values.get(other.name) !== defaultOf(this.form, other, before);
        const isSetting = other.folded || (other.name === "sample" && !isTyped);
        if (isSetting) values.set(other.name, defaultOf(this.form, other, values));
      }
    }
    this.#writeValues(values);
  }

  /** @param {Map<string, string>} values */
  #writeValues(values) {
    document.dispatchEvent(new CustomEvent("bpe-lab:leave")); // a player writes its step to the address
    const { query, tooLong } = queryOf(this.form, values);
    for (const name of KEPT_PARAMETERS) {
      const value = currentQuery().get(name);
      if (value !== null) query.set(name, value);
    }
    const long = this.#longTexts();
    const isStored = (/** @type {string} */ name) => long.get(name) === values.get(name);
    const isSame = lessonUrl(String(query)) === lessonUrl(String(currentQuery()));
    if (!isSame || long.size !== tooLong.length || !tooLong.every(isStored)) {
      const storedName = (/** @type {string} */ name) =>
        isStored(name) ? textName(name) : texts.add(values.get(name) ?? "");
      pushUrl(query, Object.fromEntries(tooLong.map((name) => [name, storedName(name)])));
    }
    void this.#show();
  }

  /** @param {string} name @param {string} text */
  #setField(name, text) {
    this.#fields.setText(name, text);
    this.#choose(null);
  }

  /** @param {number} number page of a long text */
  #goToPage(number) {
    const query = currentQuery();
    query.set("page", String(number));
    setUrl(query);
    void this.#show(true);
  }

  /** Show what the address describes. */
  async #show(isForced = false) {
    const query = this.#query();
    const values = valuesOf(this.form, query);
    this.#fields.show(values);
    this.#fields.setOptions({ [OPENED]: Boolean(this.own?.stored), [OPEN_FILES]: Boolean(this.own) });
    nameWindow(subjectOf(this.form, values));
    for (const { element, when } of this.examples) element.hidden = !isShown({ when }, values);
    this.example.hidden = !this.form.fields.some(({ name, example }) => example && this.#fields.isFieldShown(name));
    // The step belongs to the player.
    const request = JSON.stringify([...values, query.get("page"), this.own?.stored?.digest]);
    if (request === this.#request && !isForced) return;
    this.#request = request;
    this.#runs.stop();
    this.#note.textContent = this.#longTexts().size ? this.form.labels.tooLong : "";
    if ([...this.#longTexts().values()].includes(null)) return this.#showNothing(this.form.labels.gone);
    clearTimeout(this.#clearTimer);
    // What is shown is out of date: nobody should step through it as if it were the new lesson.
    this.#clearTimer = setTimeout(() => this.#showNothing(), PATIENCE_MS);
    const file = query.has("page") ? null : readyLessonFor(this.form, query);
    if (file) {
      const ready = await load(this.language, file);
      if (request !== this.#request) return;
      this.#runs.showAnswer({ problems: problemOf(this.form, query) });
      if (!("lessons" in ready)) return this.#draw(ready);
      const rule = query.get("tie") ?? ready.rule;
      const lesson = Object.hasOwn(ready.lessons, rule) && ready.lessons[rule];
      if (lesson) return this.#draw({ lesson: { ...lesson, id: `${file} ${rule}` } });
    }
    // Python is loaded only when there is something for it to do.
    const isEmpty = this.form.fields.some(
      ({ name, example }) => example && this.#fields.isFieldShown(name) && !values.get(name),
    );
    if (isEmpty) return this.#showNothing(this.form.labels.nothing);
    await this.#run(query, values, request);
  }

  /** Remove the picture. @param {string} text shown in its place */
  #showNothing(text = "") {
    clearTimeout(this.#clearTimer);
    this.#picture?.leave();
    this.#picture = null;
    this.#pictureBox.replaceChildren(make("p", text));
    this.#details.replaceChildren();
  }

  /** Return the task for Python. @param {URLSearchParams} query @param {Map<string, string>} values */
  #taskFor(query, values) {
    const taskQuery = Object.fromEntries(query);
    // The default text of this scenario, or what a choice shows, may not be the default in Python.
    for (const field of this.form.fields) {
      const { name, kind } = field;
      if (name === "sample" || name === "ids" || (kind === "choice" && isShown(field, values))) {
        taskQuery[name] = values.get(name) ?? "";
      }
    }
    return {
      page: this.page,
      query: taskQuery,
      lang: this.language,
      opened: this.own?.stored?.digest,
      pattern: this.own?.stored?.pattern,
    };
  }

  /** Have Python compute the result. @param {URLSearchParams} query @param {Map<string, string>} values @param {string} request */
  async #run(query, values, request) {
    const task = this.#taskFor(query, values);
    const files = this.own?.stored?.files;
    const applyRemedy = (/** @type {Remedy} */ remedy) =>
      this.#writeValues(valuesOf(this.form, new URLSearchParams(remedy.query)));
    const answer = await this.#runs.run(task, applyRemedy, files);
    if (request !== this.#request) return;
    if (!answer) {
      this.#request = ""; // allows the same request again
      return this.#showNothing();
    }
    const requestFrames = async (/** @type {number} */ step) => {
      const more = await this.#runs.requestMore({ ...task, at: step }, files);
      if (more?.lesson && request === this.#request) this.#picture?.show(more, requestFrames);
    };
    this.#draw(answer, requestFrames);
  }

  /** @param {Partial<Answer>} answer @param {RequestFrames} [requestFrames] */
  #draw(answer, requestFrames) {
    const { source } = this;
    clearTimeout(this.#clearTimer);
    if (!answer[source.of]) this.#showNothing();
    else {
      if (!this.#picture) {
        const actions = {
          tie: (/** @type {string} */ rule) => this.#chooseRule(rule),
          turn: (/** @type {number} */ page) => this.#goToPage(page),
          use: (/** @type {string} */ name, /** @type {string} */ text) => this.#setField(name, text),
          form: this.form,
        };
        this.#picture = source.draw(actions);
        this.#pictureBox.replaceChildren(this.#picture.element);
      }
      this.#picture.show(answer, requestFrames);
    }
    this.#details.replaceChildren(...detailsView(answer.details ?? [], this.form, (file) => void this.#download(file)));
  }

  /** Download a file. @param {OfferedFile} offered */
  async #download({ key, name }) {
    const query = this.#query();
    const task = { ...this.#taskFor(query, valuesOf(this.form, query)), file: key };
    const answer = await this.#runs.run(task, undefined, this.own?.stored?.files);
    if (answer?.file === undefined) return;
    const href = URL.createObjectURL(new Blob([answer.file]));
    make("a", { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  }

  /** Choose another tie-breaking rule. @param {string} rule */
  #chooseRule(rule) {
    const query = currentQuery();
    query.set("tie", rule);
    setUrl(query, true);
    void this.#show();
  }
}

/** Return the name of a text in the current history entry. @param {string} name of its field @returns {string} */
const textName = (name) => history.state?.[name] ?? "";

/** Start such a page. @param {PictureSource} source how it shows results */
export async function startCustomTextPage(source) {
  const { page, language, data, shown } = await startPage();
  new CustomTextPage(source, page, language, data, shown, await ownTokenizer(data));
}

/** Return the reader's own tokenizer; null on a page that opens no files. @param {FormPage} form @returns {Promise<OwnTokenizer | null>} */
async function ownTokenizer(form) {
  if (!form.python || isFile || !form.ownLabels) return null;
  return (await loadScript("own_tokenizer"))(form.ownLabels, form.ownPatterns);
}
