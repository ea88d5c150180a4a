// Write BPE yourself: the app's component, with the site's Python.

import { make } from "../components/dom.js";
import editor from "../components/editor/editor.js";
import { startPage } from "./site_shell.js";
import { mountComponent } from "./mount.js";
import { isFile, ROOT } from "./site_urls.js";

/** @import {CodePage} from "./contract" */

async function code() {
  const { data, shown } = await startPage();
  const { code, file } = /** @type {CodePage} */ (data);
  const { host, show } = mountComponent("editor", make("div.editor"), editor);
  shown.append(host);
  const base = code.base && !isFile ? new URL(code.base, ROOT).href : "";
  show({ ...code, base, labels: { ...code.labels, absent: isFile && code.base ? file : code.labels.absent } });
}

void code();
