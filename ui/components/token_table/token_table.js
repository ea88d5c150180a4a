// Draws a table whose cells are tokens.

export default function ({ data, parentElement }) {
  const token = ([text, id, hue]) => {
    const chip = make("span", id === null ? "token unknown" : "token", text);
    if (hue !== null) chip.style.setProperty("--hue", hue);
    if (id !== null) chip.title = data.labels.token.replace("{id}", id);
    return chip;
  };
  const head = (text, scope) => {
    const cell = make("th", "", text);
    cell.scope = scope;
    return cell;
  };
  const row = ({ title, note, cells }) => {
    const first = head(title, "row");
    if (note) first.append(make("span", "differs", note));
    return make("tr", "", first, ...cells.map(({ tokens, count, differs }) =>
      make("td", differs ? "other" : "same", ...tokens.map(token), make("span", "number", count))));
  };
  const frame = parentElement.querySelector(".frame");
  frame.setAttribute("role", "region");
  frame.setAttribute("aria-label", data.caption);
  frame.replaceChildren(make("table", "",
    make("thead", "", make("tr", "", ...data.columns.map((title) => head(title, "col")))),
    make("tbody", "", ...data.rows.map(row))));
}
