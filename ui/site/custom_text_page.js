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
import { begin, nameWindow } from "./site_shell.js";
import { currentQuery } from "../components/page_query.js";
import { isFile, pushUrl, siteUrl, setUrl } from "./site_urls.js";
import { PythonRuns } from "./python_progress.js";

/** @import {FormField, FormPage} from "./contract" */
/** @import {Own as OwnTokenizer} from "./own_tokenizer.js" */
/** @import {Answer, OfferedFile, Remedy} from "./python/contract" */

// How a page shows its results; created again after there was nothing to show.
/** @typedef {(step: number) => void} Want */
/** @typedef {{element: HTMLElement, show: (answer: Partial<Answer>, want?: Want) => void, leave: () => void}} Picture */
/** @typedef {{tie: (rule: string) => void, turn: (page: number) => void, use: (name: string, text: string) => void, form: FormPage}} Asked */
/** @typedef {{of: "lesson" | "scene" | "view" | "changes", draws: (asked: Asked) => Picture}} Pictured Which part of an answer a picture shows. */

const STAYS = ["lang", "large", "view", "embed"]; // parameters kept, whatever is shown
// How long the old picture stays, so that a quick result replaces it directly. Shorter than a player waits after a key
// before it writes its step to the address, which by then belongs to something else.
const PATIENCE_MS = 400;
const texts = new LongTexts(() => sessionStorage);

class Own {
  /** @type {Picture | null} */ #picture = null;
  #asked = ""; // shown, or being computed
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #passing;
  #runs;
  #boxes;
  #shown = make("div.shown");
  #below = make("div.below");
  #note = make("p.subdued");

  /** @param {Pictured} pictured @param {string} page @param {string} language @param {FormPage} form @param {HTMLElement} place @param {OwnTokenizer | null} own */
  constructor(pictured, page, language, form, place, own) {
    this.own = own;
    this.pictured = pictured;
    this.page = page;
    this.language = language;
    this.form = form;
    this.#runs = new PythonRuns(language, form.running);
    this.#runs.again = () => void this.#show(true);
    this.#boxes = new FormFields(form, (field) => this.#changed(field));
    const { labels } = form;
    const submit = form.python ? make("button.main", { type: "submit" }, labels.show) : null;
    const examples = form.fields.filter(({ example }) => example);
    const buttons = examples.map(({ name, example }) =>
      make("button", { onclick: () => this.#use(name, example) }, labels.example),
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
    const boxes = make("form", { onsubmit }, this.#boxes.element, line, this.#boxes.settings);
    const only = form.appOnlyLinks.map(({ text, href }) => make("a", { href: siteUrl(href) }, text));
    const isPictureFirst = pictured.of === "changes"; // it is pressed, as in the app
    place.append(
      ...(isPictureFirst ? [this.#shown] : []),
      make("p.about", form.about),
      boxes,
      own?.element ?? "",
      this.#runs.element,
      this.#note,
      ...(isPictureFirst ? [] : [this.#shown]),
      this.#below,
      make("p.subdued", form.python ? `${labels.private} ` : null, ...only),
    );
    addEventListener("popstate", () => void this.#show());
    own?.watchDrops(
      () => this.#runs.warm(),
      (files) =>
        void this.#open(
          files,
          form.fields.find(({ opens }) => opens),
        ),
    );
    if (own) own.changed = () => void this.#show(true);
    void this.#show();
  }

  /** @param {FormField} field */
  #changed(field) {
    if (field.opens && this.#boxes.values(new Map()).get(field.name) === OPEN_FILES) {
      this.#boxes.show(valuesOf(this.form, this.#query())); // as before, until there are files
      this.#runs.warm();
      this.own?.pick((files) => void this.#open(files, field));
    } else if (field.atOnce) this.#choose(field);
    else this.#boxes.follow(valuesOf(this.form, this.#query()));
  }

  /** Open files, and choose what is in them; problems with them are shown. @param {File[]} files @param {FormField} [field] */
  async #open(files, field) {
    if (!this.own || !field || !files.length) return;
    const opened = `${Date.now()}-${Math.random()}`;
    const query = this.#query();
    const task = { ...this.#task(query, valuesOf(this.form, query)), open: true, opened, pattern: "" };
    const answer = await this.#runs.run(task, undefined, files);
    if (!answer) return;
    this.own.keep(opened, files, Boolean(answer.lacksPattern));
    this.#choose(field, { [field.name]: OPENED });
  }

  /** Return the query of the address, with texts that are too long for it. */
  #query() {
    const query = withCurrentNames(currentQuery(), this.form.formerNames);
    for (const [name, text] of this.#long()) if (text !== null) query.set(name, text);
    return query;
  }

  /** Return the texts that are too long for the address, by field name; null for those no longer stored. */
  #long() {
    const left = this.form.fields.filter(({ name }) => !currentQuery().has(name) && stored(name));
    return new Map(left.map(({ name }) => [name, texts.get(stored(name))]));
  }

  /** Write the choices to the address, and show the result. @param {FormField | null} field the one changed, if it was a single one @param {Record<string, string>} others values that an example sets */
  #choose(field, others = {}) {
    const before = valuesOf(this.form, this.#query());
    const values = new Map([...this.#boxes.values(before), ...Object.entries(others)]);
    // Another scenario or algorithm resets the other fields to their defaults, except typed text.
    if (field && this.form.dependsOn.includes(field.name)) {
      for (const other of this.form.fields) {
        const isTyped = other.kind === "long" || values.get(other.name) !== defaultOf(this.form, other, before);
        const isSetting = other.folded || (other.name === "sample" && !isTyped);
        if (isSetting) values.set(other.name, defaultOf(this.form, other, values));
      }
    }
    this.#go(values);
  }

  /** @param {Map<string, string>} values */
  #go(values) {
    document.dispatchEvent(new CustomEvent("bpe-lab:leave")); // a player writes its step to the address
    const { query, leftOut } = queryOf(this.form, values);
    for (const name of STAYS) {
      const value = currentQuery().get(name);
      if (value !== null) query.set(name, value);
    }
    const long = this.#long();
    const isHere = (/** @type {string} */ name) => long.get(name) === values.get(name);
    const isSame = lessonUrl(String(query)) === lessonUrl(String(currentQuery()));
    if (!isSame || long.size !== leftOut.length || !leftOut.every(isHere)) {
      const nameOf = (/** @type {string} */ name) => (isHere(name) ? stored(name) : texts.add(values.get(name) ?? ""));
      pushUrl(query, Object.fromEntries(leftOut.map((name) => [name, nameOf(name)])));
    }
    void this.#show();
  }

  /** @param {string} name @param {string} text */
  #use(name, text) {
    this.#boxes.put(name, text);
    this.#choose(null);
  }

  /** @param {number} number page of a long text */
  #turn(number) {
    const query = currentQuery();
    query.set("page", String(number));
    setUrl(query);
    void this.#show(true);
  }

  /** Show what the address describes. */
  async #show(anew = false) {
    const query = this.#query();
    const values = valuesOf(this.form, query);
    this.#boxes.show(values);
    this.#boxes.offer({ [OPENED]: Boolean(this.own?.kept), [OPEN_FILES]: Boolean(this.own) });
    nameWindow(subjectOf(this.form, values));
    for (const { element, when } of this.examples) element.hidden = !isShown({ when }, values);
    this.example.hidden = !this.form.fields.some(({ name, example }) => example && this.#boxes.isThere(name));
    // The step belongs to the player.
    const asked = JSON.stringify([...values, query.get("page"), this.own?.kept?.digest]);
    if (asked === this.#asked && !anew) return;
    this.#asked = asked;
    this.#runs.stop();
    this.#note.textContent = this.#long().size ? this.form.labels.tooLong : "";
    if ([...this.#long().values()].includes(null)) return this.#nothing(this.form.labels.gone);
    clearTimeout(this.#passing);
    // What is shown is out of date: nobody should step through it as if it were the new lesson.
    this.#passing = setTimeout(() => this.#nothing(), PATIENCE_MS);
    const file = query.has("page") ? null : readyLessonFor(this.form, query);
    if (file) {
      const ready = await load(this.language, file);
      if (asked !== this.#asked) return;
      this.#runs.say({ problems: problemOf(this.form, query) });
      if (!("lessons" in ready)) return this.#draw(ready);
      const rule = query.get("tie") ?? ready.rule;
      const lesson = Object.hasOwn(ready.lessons, rule) && ready.lessons[rule];
      if (lesson) return this.#draw({ lesson: { ...lesson, id: `${file} ${rule}` } });
    }
    // Python is loaded only when there is something for it to do.
    const isEmpty = this.form.fields.some(
      ({ name, example }) => example && this.#boxes.isThere(name) && !values.get(name),
    );
    if (isEmpty) return this.#nothing(this.form.labels.nothing);
    await this.#run(query, values, asked);
  }

  /** Remove the picture. @param {string} text shown in its place */
  #nothing(text = "") {
    clearTimeout(this.#passing);
    this.#picture?.leave();
    this.#picture = null;
    this.#shown.replaceChildren(make("p", text));
    this.#below.replaceChildren();
  }

  /** Return the task for Python. @param {URLSearchParams} query @param {Map<string, string>} values */
  #task(query, values) {
    const said = Object.fromEntries(query);
    // The default text of this scenario, or what a choice shows, may not be the default in Python.
    for (const field of this.form.fields) {
      const { name, kind } = field;
      if (name === "sample" || name === "ids" || (kind === "choice" && isShown(field, values))) {
        said[name] = values.get(name) ?? "";
      }
    }
    return {
      page: this.page,
      query: said,
      lang: this.language,
      opened: this.own?.kept?.digest,
      pattern: this.own?.kept?.pattern,
    };
  }

  /** Have Python compute the result. @param {URLSearchParams} query @param {Map<string, string>} values @param {string} asked */
  async #run(query, values, asked) {
    const task = this.#task(query, values);
    const files = this.own?.kept?.files;
    const follow = (/** @type {Remedy} */ way) => this.#go(valuesOf(this.form, new URLSearchParams(way.query)));
    const answer = await this.#runs.run(task, follow, files);
    if (asked !== this.#asked) return;
    if (!answer) {
      this.#asked = ""; // allows the same request again
      return this.#nothing();
    }
    const want = async (/** @type {number} */ step) => {
      const more = await this.#runs.more({ ...task, at: step }, files);
      if (more?.lesson && asked === this.#asked) this.#picture?.show(more, want);
    };
    this.#draw(answer, want);
  }

  /** @param {Partial<Answer>} answer @param {Want} [want] */
  #draw(answer, want) {
    const { pictured } = this;
    clearTimeout(this.#passing);
    if (!answer[pictured.of]) this.#nothing();
    else {
      if (!this.#picture) {
        const asked = {
          tie: (/** @type {string} */ rule) => this.#tie(rule),
          turn: (/** @type {number} */ page) => this.#turn(page),
          use: (/** @type {string} */ name, /** @type {string} */ text) => this.#use(name, text),
          form: this.form,
        };
        this.#picture = pictured.draws(asked);
        this.#shown.replaceChildren(this.#picture.element);
      }
      this.#picture.show(answer, want);
    }
    this.#below.replaceChildren(...detailsView(answer.details ?? [], this.form, (file) => void this.#take(file)));
  }

  /** Download a file. @param {OfferedFile} offered */
  async #take({ key, name }) {
    const query = this.#query();
    const task = { ...this.#task(query, valuesOf(this.form, query)), file: key };
    const answer = await this.#runs.run(task, undefined, this.own?.kept?.files);
    if (answer?.file === undefined) return;
    const href = URL.createObjectURL(new Blob([answer.file]));
    make("a", { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  }

  /** Choose another tie-breaking rule. @param {string} rule */
  #tie(rule) {
    const query = currentQuery();
    query.set("tie", rule);
    setUrl(query, true);
    void this.#show();
  }
}

/** Return the name of a text in the current history entry. @param {string} name of its field @returns {string} */
const stored = (name) => history.state?.[name] ?? "";

/** Start such a page. @param {Pictured} pictured how it shows results */
export async function startCustomTextPage(pictured) {
  const { page, language, data, shown } = await begin();
  new Own(pictured, page, language, data, shown, await ownTokenizer(data));
}

/** Return the reader's own tokenizer; null on a page that opens no files. @param {FormPage} form @returns {Promise<OwnTokenizer | null>} */
async function ownTokenizer(form) {
  if (!form.python || isFile || !form.ownLabels) return null;
  return (await loadScript("own_tokenizer"))(form.ownLabels, form.ownPatterns);
}
