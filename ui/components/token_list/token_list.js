// A table of tokens. A click on one tells its id; the scroll position stays while the rows do.

const shown = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  const { rows, chosen, labels } = data;
  const root = parentElement.querySelector(".list");
  const content = JSON.stringify([rows, labels]);
  if (shown.get(parentElement)?.content !== content) {
    shown.set(parentElement, { content });
    const row = ({ id, text, name, hue, bytes, characters, length }) => {
      const button = make("button", "token", text);
      button.type = "button";
      button.dataset.id = id;
      button.style.setProperty("--hue", hue);
      button.setAttribute("aria-label", labels.pick.replace(/\{(\w+)\}/g, (_, key) => ({ token: name, id })[key]));
      const line = make("tr", "", make("td", "", button), make("td", "number", String(id)),
        make("td", "", make("span", "nowrap", length), make("span", "quiet", characters)), make("td", "bytes", bytes));
      line.dataset.id = id;
      return line;
    };
    const heads = [labels.token, labels.id, labels.length, labels.bytes].map((text) => {
      const head = make("th", "", text);
      head.scope = "col";
      return head;
    });
    root.setAttribute("aria-label", labels.list);
    root.setAttribute("role", "region");
    root.replaceChildren(make("table", "", make("thead", "", make("tr", "", ...heads)), make("tbody", "", ...rows.map(row))));
    root.scrollTop = 0;
  }
  for (const line of root.querySelectorAll("tbody tr")) {
    const current = Number(line.dataset.id) === chosen;
    line.classList.toggle("chosen", current);
    line.querySelector("button").setAttribute("aria-pressed", String(current));
  }
  root.onclick = (event) => {
    const button = event.target.closest("button");
    if (button) setTriggerValue("pick", Number(button.dataset.id));
  };
  return () => { shown.delete(parentElement); };
}
