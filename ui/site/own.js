// Train, Encode, Decode and Playground: a lesson that is ready, or one's own text, for which Python comes into the browser.

import { make } from "../components/dom.js";
import { Kept } from "../components/storage.js";
import tokenView from "../components/token_view/token_view.js";
import { load } from "./data.js";
import { Boxes, queryOf, readyFor, renamed, usualOf, valuesOf } from "./form.js";
import { begin } from "./frame.js";
import { mounted } from "./mount.js";
import { placeOf, said, say } from "./places.js";
import { Runs } from "./running.js";
import { Watched } from "./watch.js";

/** @import {Lesson} from "../player/contract" */
/** @import {Field, FormPage, PlaygroundReady} from "./contract" */
/** @import {WayOut} from "./python/python.js" */

const STAYS = ["lang", "large", "view", "embed"]; // of an address, whatever is shown
const PATIENCE_MS = 400; // the old picture stays as long, so that what comes at once takes its place
const texts = new Kept(() => sessionStorage); // what is too long for an address

class Own {
  /** @type {Watched | null} */ #watched = null;
  #asked = ""; // what is shown, or on its way
  #runs;
  #boxes;
  #shown = make("div.shown");
  #note = make("p.quiet");
  #view;

  /** @param {string} page @param {string} language @param {FormPage} form @param {HTMLElement} place */
  constructor(page, language, form, place) {
    this.page = page;
    this.language = language;
    this.form = form;
    this.#runs = new Runs(language, form.running);
    this.#runs.again = () => void this.#show(true);
    this.#boxes = new Boxes(form, (field) => field.atOnce && this.#choose(field));
    this.#view = mounted("token_view", make("div.token-view"), tokenView, { page: (number) => this.#turn(number) });
    const { labels } = form;
    const submit = make("button.main", { type: "submit" }, labels.show);
    const examples = form.fields.filter(({ example }) => example);
    const buttons = examples.map(({ name, example }) =>
      make("button", { onclick: () => this.#use(name, example) }, labels.example),
    );
    this.example = make("span", ...buttons);
    const onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#choose(null);
    };
    const line = make("div.line", submit, this.example);
    const boxes = make("form", { onsubmit }, this.#boxes.element, form.python ? line : null, this.#boxes.settings);
    const only = form.only.map(({ text, href }) => make("a", { href: placeOf(href) }, text));
    place.append(
      boxes,
      this.#runs.element,
      this.#note,
      this.#shown,
      make("p.quiet", form.python ? `${labels.private} ` : null, ...only),
    );
    addEventListener("popstate", () => void this.#show());
    void this.#show();
  }

  /** What the address says, and what is too long for it. */
  #query() {
    const query = renamed(said(), this.form.former);
    for (const { name, kind } of this.form.fields) {
      const text = kind === "long" && !query.has(name) && history.state?.[name] ? texts.get(this.#key(name)) : null;
      if (text) query.set(name, text);
    }
    return query;
  }

  /** @param {string} name */
  #key = (name) => `bpe-lab-${this.page}-${name}`;

  /** What was chosen goes into the address, and is shown. @param {Field | null} field the one that was chosen, where it was one */
  #choose(field) {
    const before = valuesOf(this.form, this.#query());
    const values = this.#boxes.values(before);
    // Of another scenario or under another algorithm all is as usual, but for what was typed.
    if (field && this.form.within.includes(field.name)) {
      for (const other of this.form.fields) {
        const isTyped = other.kind === "long" || values.get(other.name) !== usualOf(this.form, other, before);
        const isSetting = other.folded || (other.name === "sample" && !isTyped);
        if (isSetting) values.set(other.name, usualOf(this.form, other, values));
      }
    }
    this.#go(values);
  }

  /** @param {Map<string, string>} values */
  #go(values) {
    const { query, leftOut } = queryOf(this.form, values);
    for (const name of STAYS) {
      const value = said().get(name);
      if (value !== null) query.set(name, value);
    }
    for (const name of leftOut) texts.set(this.#key(name), values.get(name) ?? "");
    say(query, true);
    history.replaceState(Object.fromEntries(leftOut.map((name) => [name, true])), "");
    this.#note.textContent = leftOut.length ? this.form.labels.tooLong : "";
    void this.#show();
  }

  /** @param {string} name @param {string} text */
  #use(name, text) {
    this.#boxes.put(name, text);
    this.#choose(null);
  }

  /** @param {number} number of a page of a long text */
  #turn(number) {
    const query = said();
    query.set("page", String(number));
    say(query);
    void this.#show(true);
  }

  /** Show what the address says. */
  async #show(anew = false) {
    const query = this.#query();
    const values = valuesOf(this.form, query);
    this.#boxes.show(values);
    this.example.hidden = !this.form.fields.some(({ name, example }) => example && this.#boxes.isThere(name));
    // The step is the player's.
    const asked = JSON.stringify([...values, query.get("page")]);
    if (asked === this.#asked && !anew) return;
    this.#asked = asked;
    this.#runs.stop();
    const file = query.has("page") ? null : readyFor(this.form, query);
    if (file) {
      const ready = await load(this.language, file);
      if (asked !== this.#asked) return;
      if ("view" in ready) return this.#tokens(ready);
      const rule = query.get("tie") ?? ready.rule;
      if (Object.hasOwn(ready.lessons, rule)) return this.#watch(ready.lessons[rule], `${file} ${rule}`);
    }
    // Python does not come before there is anything for it to do.
    const isEmpty = this.form.fields.some(
      ({ name, example }) => example && this.#boxes.isThere(name) && !values.get(name),
    );
    if (isEmpty) return this.#nothing(this.form.labels.nothing);
    await this.#run(query, values, asked);
  }

  /** There is no picture. @param {string} text what is said in its place */
  #nothing(text = "") {
    this.#watched?.leave();
    this.#watched = null;
    this.#shown.replaceChildren(make("p", text));
  }

  /** Have Python make it. @param {URLSearchParams} query @param {Map<string, string>} values @param {string} asked */
  async #run(query, values, asked) {
    const said = Object.fromEntries(query);
    // What is usual here of one scenario may be usual of another there.
    for (const { name } of this.form.fields) {
      if (name === "sample" || name === "ids") said[name] = values.get(name) ?? "";
    }
    const task = { page: this.page, query: said, lang: this.language };
    const follow = (/** @type {WayOut} */ way) => this.#go(valuesOf(this.form, new URLSearchParams(way.query)));
    // What is shown is of something else: nobody is to step through it as if it were this.
    const passes = setTimeout(() => this.#nothing(), PATIENCE_MS);
    const answer = await this.#runs.run(task, follow);
    clearTimeout(passes);
    if (asked !== this.#asked) return;
    if (!answer) return this.#nothing();
    const { lesson, view, facts = [] } = answer;
    const want = async (/** @type {number} */ step) => {
      const more = await this.#runs.more({ ...task, at: step });
      if (more?.lesson && asked === this.#asked) this.#watch(more.lesson, more.lesson.id, want);
    };
    if (view) this.#tokens({ view: /** @type {PlaygroundReady["view"]} */ (view), said: facts });
    if (lesson) this.#watch(lesson, lesson.id, want);
    if (!view && !lesson) this.#nothing();
  }

  /** @param {PlaygroundReady} ready */
  #tokens({ view, said }) {
    if (!this.form.viewLabels) return;
    this.#shown.replaceChildren(...said.map((text) => make("p", text)), this.#view.host);
    this.#view.show({ ...view, labels: this.form.viewLabels });
  }

  /** @param {Lesson} lesson @param {string} id @param {(step: number) => void} [want] */
  #watch(lesson, id, want) {
    const shown = { ...lesson, id };
    if (this.#watched) return this.#watched.update(shown, want);
    this.#watched = new Watched(shown, { want, tie: (rule) => this.#tie(rule) });
    this.#shown.replaceChildren(this.#watched.element);
  }

  /** Another rule to break ties. @param {string} rule */
  #tie(rule) {
    const query = said();
    query.set("tie", rule);
    say(query, true);
    void this.#show();
  }
}

async function own() {
  const { page, language, data, shown } = await begin();
  new Own(page, language, data, shown);
}

void own();
