// Sending a plan to another device: the server keeps it for some hours under a code, which is in a link and a QR code.

import { fillTemplate, make } from "../../../components/dom.js";
import { postJson } from "../../phone/event_stream.js";
import { JoinPanel } from "../../teacher/join_panel.js";

/** @import {PlanState} from "../../../components/contract" */

const urlOf = (/** @type {string} */ rest) => new URL(`classes/plans${rest}`, document.baseURI).href;

/** Return the plan with that code from the server; null if there is none. Throws if the connection is lost. @param {string} code @returns {Promise<string | null>} */
export async function planByCode(code) {
  const answer = await fetch(urlOf(`/${encodeURIComponent(code)}`), { cache: "no-store" });
  if (answer.ok) return (await answer.json()).plan;
  if (answer.status >= 500) throw new Error(String(answer.status));
  return null;
}

// Return the dialog with the link, code and QR code of a plan. It has the page's own styles.
/** @type {(plan: string, labels: PlanState["labels"]) => HTMLDialogElement} */
export function sharingDialog(plan, labels) {
  const problem = make("p", { role: "alert" });
  const close = make("button", { onclick: () => dialog.close() }, labels.close);
  const dialog = make("dialog.sharing", { "aria-label": labels.onPhone, onclose: () => dialog.remove() });
  dialog.append(problem, close);
  const show = async () => {
    const { status, body } = await postJson(urlOf(""), { plan });
    if (status !== 201) {
      problem.textContent = fillTemplate(labels.refused, { message: body.message ?? status });
      return;
    }
    const { code, links } = body;
    const fetchPlan = (/** @type {string} */ rest) => fetch(urlOf(`/${code}${rest}`)).catch(() => null);
    const joinPanel = new JoinPanel(labels, { opened: { code, join: links }, fetch: fetchPlan });
    joinPanel.show();
    problem.replaceWith(joinPanel.element, make("p", labels.keeps));
  };
  show().catch(() => (problem.textContent = labels.noServer));
  return dialog;
}
