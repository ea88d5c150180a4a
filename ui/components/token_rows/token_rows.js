// Draws short texts as tokens with their ids.

export default function ({ data, parentElement }) {
  const chip = ([text, id, hue]) => {
    const token = make("span", "token", text);
    token.style.setProperty("--hue", hue);
    const number = make("span", "id", String(id));
    number.setAttribute("aria-label", data.labels.token.replace("{id}", id));
    return make("li", "", token, number);
  };
  const lines = (tokens) => {
    const found = [[]];
    for (const token of tokens) {
      found.at(-1).push(token);
      if (token[3]) found.push([]);
    }
    return found.filter((line) => line.length).map((line) => make("ul", "", ...line.map(chip)));
  };
  parentElement.querySelector(".rows").replaceChildren(
    ...data.rows.map(({ title, count, tokens }) => {
      const row = make("section", "", make("h3", "", title, make("span", "count", count)), make("div", "text", ...lines(tokens)));
      return row;
    }));
}
