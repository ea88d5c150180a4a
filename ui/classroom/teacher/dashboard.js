// The teacher's page: how to join, who is here, the current vote, what the phones show, and the results.

import { component } from "../../components/component.js";
import { copyText, fillTemplate, isPlainClick, make, setAttributes, tint } from "../../components/dom.js";
import { ClassQuestionView, rightText } from "./question_view.js";
import { onNote, currentNote } from "./slide_note.js";
import { openClass } from "./open_class.js";
import { CustomQuestion } from "./custom_question.js";
import { PlannedQuestion } from "./planned_question.js";
import { problemText, actionButtons } from "./class_panels.js";
import { clock, nextAction } from "./question_flow.js";
import { JoinPanel } from "./join_panel.js";
import { SeatList } from "./seat_list.js";

/** @import {QuestionToAsk, QuestionResult, SlideNote, TeacherView, Texts} from "./contract" */
/** @import {OpenClass} from "./open_class.js" */
/** @import {ComponentArgs} from "../../components/streamlit" */

const MOST_PHONES = 64;
const MODES = /** @type {const} */ (["follow", "free", "frozen"]);

export default component(".class", (root, /** @type {ComponentArgs<TeacherView>} */ { data }) => {
  /** @type {(name: string, value: unknown) => void} */ let tell = () => {};
  const follow = (/** @type {string} */ href) => tell("go", href);
  let board = new Board(root, data, openClass(), follow);
  return {
    update(given) {
      tell = given.setTriggerValue;
      const isSame = JSON.stringify(given.data) === JSON.stringify(data);
      data = given.data;
      if (isSame) return;
      board.stop(); // the language has changed
      board = new Board(root, data, openClass(), follow);
    },
    stop: () => board.stop(),
  };
});

class Board {
  #problem = make("p.problem", { role: "alert" });
  #closed;
  #open;
  #line = make("p.line", { role: "status" });
  #here = make("p.here");
  #crowd = make("div.crowd", { "aria-hidden": true });
  #modes;
  #modeHelp = make("p.subdued");
  #steps = make("div.steps");
  #since = make("p.subdued");
  #turns = make("div.turns");
  #none;
  #planned;
  #askPlanned;
  #results = make("div.table");
  #note = make("section.note");
  #slides = make("section.slides");
  #plans;
  #closing = make("div.closing");
  #clock = make("p.clock");
  /** @type {{since: number, begun: number, minutes: number, total: number} | null} */ #times = null;
  #asked;
  #way;
  #own;
  #seats;
  #lookOfTurns = "";
  #lookOfSteps = "";
  #lookOfResults = "";
  #stop;

  /** @param {HTMLElement} root @param {TeacherView} given @param {OpenClass} led @param {(href: string) => void} follow */
  constructor(root, given, led, follow) {
    const { texts, language } = given;
    this.led = led;
    this.texts = texts;
    led.language = language;
    const openButton = make("button.main", { onclick: () => void led.open() }, texts.open);
    this.#closed = closedClass(given, openButton, follow);
    this.#plans = plansCard(given, follow);
    this.#way = new JoinPanel(texts, led);
    this.#asked = new ClassQuestionView(texts);
    this.#own = new CustomQuestion(texts, language, (question) => led.ask(question));
    this.#seats = new SeatList(texts, led);
    this.#planned = new PlannedQuestion(led);
    const askPlanned = () => {
      const { question } = this.#planned;
      if (question && !led.isBusy && !led.question) void this.#planned.ask(question);
    };
    this.#askPlanned = make("button.main", { onclick: askPlanned }, texts.ownAsk);
    this.#none = make("p");
    this.#modes = MODES.map((mode) => make("button", { onclick: () => void led.inMode(mode) }, texts[mode]));
    const linkBox = make("input", { readonly: true, hidden: true, "aria-label": texts.copy });
    const copied = make("span", { role: "status" });
    const copy = async () => {
      copied.textContent = (await copyText(this.#way.link, linkBox)) ? texts.copied : "";
    };
    const results = make(
      "section.results",
      make("h2", texts.table),
      make(
        "div.turns",
        make("button", { onclick: () => void this.#save() }, texts.csv),
        make("button", { onclick: () => print() }, texts.print),
      ),
      this.#results,
    );
    const joining = make(
      "section.in",
      this.#way.element,
      make("div.turns", make("button", { onclick: copy }, texts.copy), copied, linkBox),
      make("div.who", this.#here, this.#line),
      this.#crowd,
    );
    const head = make("div.head", make("h2", texts.asked), this.#since);
    const now = make("section.now", head, this.#asked.element, this.#none, this.#turns);
    const phones = make(
      "section.phones",
      make("h2", texts.mode),
      make("div.modes", { role: "group", "aria-label": texts.mode }, ...this.#modes),
      this.#modeHelp,
      this.#steps,
      this.#seats.element,
    );
    this.#open = make(
      "div.board",
      make("div.column", joining),
      make("div.column.middle", now, this.#own.element),
      make("div.column", phones, this.#slides, this.#note, this.#plans),
      results,
      this.#closing,
    );
    this.#askToClose(false);
    root.replaceChildren(this.#problem, this.#closed, this.#open);
    const forget = led.listen(() => this.#draw());
    const ticking = setInterval(() => this.#tick(), 1000);
    const gone = new AbortController();
    onNote(() => this.#drawNote(), gone.signal);
    this.#drawNote();
    this.#stop = () => {
      gone.abort();
      forget();
      clearInterval(ticking);
    };
    this.#draw();
  }

  stop() {
    this.#stop();
  }

  #draw() {
    const { led, texts } = this;
    const { locale } = texts;
    const problem = problemText(led, texts);
    if (this.#problem.textContent !== problem) this.#problem.textContent = problem;
    setAttributes(this.#problem, { classes: { message: led.problem === "closed" } });
    this.#closed.hidden = led.isOpen;
    this.#open.hidden = !led.isOpen;
    if (!led.isOpen) return;
    this.#way.show();
    this.#here.textContent = fillTemplate(texts.here, { count: led.count.here.toLocaleString(locale) });
    drawCrowd(this.#crowd, led.count.here, led.question ? led.count.votes : 0);
    const line =
      led.line === "connected"
        ? led.isAway
          ? texts.away
          : texts.back
        : texts[led.line === "lost" ? "lost" : "connecting"];
    if (this.#line.textContent !== line) this.#line.textContent = line;
    this.#drawModes();
    this.#drawPlanned();
    this.#drawQuestion();
    this.#own.show(led.isBusy);
    void this.#drawResults();
    this.#tick();
  }

  #drawNote() {
    const { texts } = this;
    const told = (this.#planned.note = currentNote());
    this.#note.hidden = !told;
    this.#slides.hidden = !told?.slides.length;
    this.#plans.hidden = told !== null;
    this.#times = told;
    this.#tickNote();
    if (!told) return;
    this.#slides.replaceChildren(make("h2", texts.plan), slideList(told, texts));
    const { place } = told;
    requestAnimationFrame(() => {
      const list = this.#slides.lastElementChild;
      const here = list?.children[place - 1];
      if (list && here instanceof HTMLElement) list.scrollTop = here.offsetTop - list.clientHeight / 3;
    });
    this.#note.replaceChildren(
      make("h2", texts.note),
      make("p.title", told.title),
      this.#clock,
      make("p.text", told.note || texts.noNote),
      ...(told.asks ? this.#asksOf(told.asks) : []),
      make("p.subdued", told.next && fillTemplate(texts.noteNext, { title: told.next })),
    );
    this.#drawPlanned();
  }

  // Show the plan's question. A step's pairs or a lesson's word can be asked only from the screen that shows it.
  /** @param {QuestionToAsk} asks */
  #asksOf({ kind, told, right }) {
    const { texts } = this;
    const [{ text, options }] = [told[this.led.language] ?? Object.values(told)[0]];
    const usual = kind === "pair" ? texts.pairQuestion : texts.cutQuestion;
    const answers = options.map((one, place) => make("li", right.some((it) => it === place) ? `✓ ${one}` : one));
    return [
      make("p.asks", fillTemplate(texts.planAsks, { question: text || usual })),
      ...(answers.length ? [make("ol", ...answers)] : []),
      make("div.turns", this.#askPlanned),
    ];
  }

  #drawPlanned() {
    const { led, texts } = this;
    const { isDue, question } = this.#planned;
    this.#askPlanned.hidden = !question || led.question !== null;
    setAttributes(this.#askPlanned, { "aria-disabled": led.isBusy });
    this.#none.textContent = isDue ? fillTemplate(texts.nextPress, { what: texts.ask }) : texts.noQuestion;
  }

  #drawModes() {
    const { led, texts } = this;
    const mode = led.state?.mode ?? "follow";
    this.#modes.forEach((button, place) => setAttributes(button, { "aria-pressed": MODES[place] === mode }));
    this.#modeHelp.textContent = texts[`${mode}Help`];
    this.#steps.hidden = mode !== "free";
    const look = JSON.stringify(led.count.steps);
    if (look === this.#lookOfSteps) return;
    this.#lookOfSteps = look;
    const steps = Object.entries(led.count.steps).sort(([one], [other]) => Number(one) - Number(other));
    const most = Math.max(1, ...steps.map(([, count]) => count));
    const rows = steps.map(([step, count]) =>
      make(
        "div.vote",
        make("span.title", fillTemplate(texts.stepAt, { step: Number(step).toLocaleString(texts.locale) })),
        make("span.track", { "aria-hidden": true }, make("span.share", { style: `width: ${(100 * count) / most}%` })),
        make("span.count", count.toLocaleString(texts.locale)),
      ),
    );
    this.#steps.replaceChildren(make("h3", texts.steps), ...(rows.length ? rows : [make("p.subdued", texts.noSteps)]));
  }

  #drawQuestion() {
    const { led, texts } = this;
    const { question, count } = led;
    this.#none.hidden = question !== null;
    this.#asked.element.hidden = question === null;
    setAttributes(this.#open, { classes: { asking: question !== null } });
    if (question) this.#asked.show({ question, count, notation: "text", isPrivate: true });
    const look = question ? `${question.number} ${question.phase} ${question.ballot} ${led.isWaiting}` : "";
    if (look === this.#lookOfTurns) return;
    this.#lookOfTurns = look;
    if (!question) return this.#turns.replaceChildren();
    const next = nextAction(question);
    const told = make("p.subdued", next ? fillTemplate(texts.nextPress, { what: texts[next] }) : "");
    this.#turns.replaceChildren(...actionButtons(question, texts, (turn) => void led.turn(turn), led.isWaiting), told);
  }

  // Show the elapsed time beside the planned minutes.
  #tickNote() {
    const { texts } = this;
    const told = (/** @type {string} */ template, /** @type {number} */ from, /** @type {number} */ minutes) =>
      minutes ? [fillTemplate(template, { time: clock((Date.now() - from) / 1000), minutes })] : [];
    const times = this.#times;
    const parts = times
      ? [...told(texts.slideClock, times.since, times.minutes), ...told(texts.planClock, times.begun, times.total)]
      : [];
    this.#clock.textContent = parts.join(" · ");
  }

  #tick() {
    const { led, texts } = this;
    this.#tickNote();
    if (led.isOpen) this.#seats.show();
    const isOpen = led.question?.phase === "open";
    this.#since.textContent = isOpen ? fillTemplate(texts.since, { time: clock((Date.now() - led.asked) / 1000) }) : "";
    if (this.#lookOfTurns.endsWith("true")) this.#drawQuestion();
  }

  // Results

  async #drawResults() {
    const { led } = this;
    const { state } = led;
    const look = state ? `${state.code} ${state.asked} ${state.question?.phase} ${state.question?.ballot}` : "";
    if (look === this.#lookOfResults) return;
    this.#lookOfResults = look;
    const found = state?.asked ? await led.results() : null;
    if (look !== this.#lookOfResults) return;
    if (state?.asked && !found) this.#lookOfResults = ""; // requested again with the next change
    const now = state?.question;
    // Results of a question that is not yet revealed are hidden, as the room may see this page.
    const told = (found?.questions ?? []).filter(({ number }) => number !== now?.number || now.phase === "revealed");
    this.#results.replaceChildren(
      ...(told.length
        ? told.map((result) => resultTable(result, this.texts))
        : [make("p.subdued", this.texts.noResults)]),
    );
  }

  async #save() {
    const { led } = this;
    const answer = await led.fetch(`/results.csv?lang=${encodeURIComponent(document.documentElement.lang)}`);
    if (!answer) return led.handleUnreachable();
    const address = URL.createObjectURL(await answer.blob());
    make("a", { href: address, download: `class-${led.opened?.code}.csv` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  // Ending a class takes two presses, as it cannot be undone.
  /** @param {boolean} isAsked */
  #askToClose(isAsked) {
    const { led, texts } = this;
    const ask = make("button", { onclick: () => this.#askToClose(true) }, texts.close);
    const close = async () => {
      if (await led.close()) this.#askToClose(false);
    };
    const yes = make("button", { onclick: () => void close() }, texts.closeYes);
    const no = make("button.main", { onclick: () => this.#askToClose(false) }, texts.closeNo);
    this.#closing.replaceChildren(...(isAsked ? [make("p", { role: "status" }, texts.closeSure), no, yes] : [ask]));
    if (isAsked) no.focus();
  }
}

/** Draw the phones that are here; those that have answered are filled. @type {(crowd: Element, here: number, votes: number) => void} */
function drawCrowd(crowd, here, votes) {
  const look = Array.from({ length: Math.min(MOST_PHONES, Math.max(here, votes)) }, (_, phone) => phone < votes);
  if (
    crowd.childElementCount === look.length &&
    crowd.querySelectorAll(".voted").length === Math.min(votes, MOST_PHONES)
  )
    return;
  crowd.replaceChildren(...look.map((hasVoted) => make("i", { classes: { voted: hasVoted } })));
}

// While no class is open, a preview of one: the button to start it, a sample vote, and plans.
/** @type {(given: TeacherView, open: HTMLElement, follow: (href: string) => void) => HTMLElement} */
function closedClass(given, open, follow) {
  const { texts, closed } = given;
  const { votes, title } = closed ?? { votes: [], title: "" };
  const most = Math.max(1, ...votes.map(([, count]) => count));
  const rows = votes.map(([pair, count]) =>
    make(
      "li",
      make("span.pair", ...pair.map(([text, hue]) => make("span.token", tint(hue), text))),
      make("span.track", make("span.share", { style: `width: ${(100 * count) / most}%` })),
      make("b", count.toLocaleString(texts.locale)),
    ),
  );
  return make(
    "section.frame",
    make("div.card.in", make("div.place", open), make("p", texts.help), make("p.subdued", texts.begun)),
    make(
      "div.card.sample",
      { role: "img", "aria-label": title },
      make("p.label", title),
      make("p.wording", texts.pairQuestion),
      make("ol", ...rows),
    ),
    plansCard(given, follow),
  );
}

/** Plans to begin with. @type {(given: TeacherView, follow: (href: string) => void) => HTMLElement} */
function plansCard({ closed }, follow) {
  const go = (/** @type {MouseEvent} */ event) => {
    const link = event.currentTarget;
    if (!(link instanceof HTMLAnchorElement) || !isPlainClick(event)) return;
    event.preventDefault();
    follow(link.getAttribute("href") ?? "");
  };
  const rows = (closed?.plans ?? []).map(([name, about, href]) =>
    make("li", make("a", { href, onclick: go }, make("b", name), make("span", about))),
  );
  return make("div.card.plans", make("h2", closed?.plansTitle), make("ul", ...rows));
}

/** Draw the slides of the plan being presented, with the current one marked. @type {(note: SlideNote, texts: Texts) => HTMLElement} */
function slideList({ slides, place }, texts) {
  const rows = slides.map(([title, minutes], index) => {
    const number = index + 1;
    const isHere = number === place;
    return make(
      "li",
      { "aria-current": isHere ? "step" : null, classes: { gone: number < place } },
      make("span.stop", number < place ? "✓" : number.toLocaleString(texts.locale)),
      make("span.title", title),
      make("span.subdued", minutes ? fillTemplate(texts.minutes, { minutes }) : ""),
    );
  });
  return make("ol", { tabindex: 0, "aria-label": texts.plan }, ...rows);
}

/** Draw a question with its answers and their votes. @type {(result: QuestionResult, texts: Texts) => Element} */
function resultTable({ number, kind, step, title: lesson, asked, text, votes, right, answers }, texts) {
  const { locale } = texts;
  const isTwice = votes[1] > 0;
  const usual = kind === "pair" ? texts.pairQuestion : texts.cutQuestion;
  const title = kind === "pair" ? fillTemplate(texts.word, { number, step }) : fillTemplate(texts.question, { number });
  const heads = [texts.answer, texts.first, ...(isTwice ? [texts.second] : [])];
  const rows = answers.map(({ answer, right: isRight, votes: given }) =>
    make(
      "tr",
      { classes: { right: isRight } },
      make("td", `${isRight ? "✓ " : ""}${answer}`),
      ...given.slice(0, isTwice ? 2 : 1).map((count) => make("td", count.toLocaleString(locale))),
    ),
  );
  const tallies = votes.slice(0, isTwice ? 2 : 1).map((count, place) => ({ votes: count, right: right[place] }));
  const date = new Date(1000 * asked).toLocaleString(locale, { dateStyle: "long", timeStyle: "short" });
  const hasRight = answers.some((answer) => answer.right);
  return make(
    "figure",
    make("figcaption", fillTemplate(texts.titled, { title, question: text || usual })),
    rows.length
      ? make(
          "table",
          make("thead", make("tr", ...heads.map((head) => make("th", { scope: "col" }, head)))),
          make("tbody", ...rows),
        )
      : make("p", texts.noAnswers),
    make("p.subdued", hasRight ? rightText(tallies, texts) : ""),
    make("p.subdued", lesson ? fillTemplate(texts.lessonOf, { title: lesson, date }) : date),
  );
}
