// Home: what a visitor types becomes tokens, and links to start from.

import merging from "../player/merging/merging.js";
import pipeline from "../components/pipeline/pipeline.js";
import { make } from "../components/dom.js";
import { begin } from "./site_shell.js";
import { cards } from "./links.js";
import { mountComponent } from "./mount.js";
import { isFile, siteUrl, said, setUrl } from "./site_urls.js";
import { PythonRuns } from "./python_progress.js";

/** @import {HomePage} from "./contract" */

const PAUSE_MS = 300; // after the last key
const PATIENCE_MS = 400; // how long the tokens of an outdated text stay

async function home() {
  const { language, data, told, shown } = await begin();
  /** @type {HomePage} */ const page = data;
  const words = mountComponent("merging", make("div.merging"), merging);
  const stages = mountComponent("pipeline", make("ol.pipeline"), pipeline);
  const box = make("input", { placeholder: page.example, autocomplete: "off" });
  const runs = new PythonRuns(language, page.running);
  const ways = cards(page.ways);
  const whole = ways.querySelector("a");

  /** Show a text as tokens, and link to its journey. @param {HomePage["merging"]} made @param {string} text */
  const show = (made, text) => {
    words.host.style.visibility = "";
    words.show({ ...made, labels: page.mergingLabels });
    whole?.setAttribute("href", siteUrl(`scene?${new URLSearchParams({ sample: text, with: "gpt2" })}`));
  };
  let [isBusy, isLate] = [false, false];
  const follow = async () => {
    const text = box.value;
    const query = said();
    if (text) query.set("sample", text);
    else query.delete("sample");
    setUrl(query);
    if (!text) {
      runs.say({});
      return show(page.merging, page.example);
    }
    // One at a time: a key pressed while Python is loading does not load it again.
    isLate = isBusy;
    if (isBusy) return;
    isBusy = true;
    const passes = setTimeout(() => (words.host.style.visibility = "hidden"), PATIENCE_MS);
    const answer = await runs.run({ page: "home", query: { sample: text }, lang: language });
    clearTimeout(passes);
    isBusy = false;
    if (box.value && answer?.merging) show(answer.merging, text);
    else if (box.value) words.host.style.visibility = "hidden";
    if (isLate) void follow();
  };
  runs.again = () => void follow();
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let coming;
  box.oninput = () => {
    clearTimeout(coming);
    coming = setTimeout(() => void follow(), PAUSE_MS);
  };

  const first = make(
    "section.first",
    page.running.working ? make("label", make("span", page.ask), box) : null,
    runs.element,
    words.host,
  );
  told.after(first);
  shown.append(ways, make("p.about", page.about), stages.host, make("h2", page.overviewTitle), cards(page.tour));
  stages.show({ stages: page.stages });
  show(page.merging, page.example);
  box.value = said().get("sample") ?? said().get("say") ?? "";
  if (box.value && !isFile) void follow();
}

void home();
