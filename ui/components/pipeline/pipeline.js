// Lays out the stages from text to ids.

export default function ({ data, parentElement }) {
  const piece = ([text, hue]) => {
    const token = make("span", hue === null ? "piece" : "token", text);
    if (hue !== null) token.style.setProperty("--hue", hue);
    return token;
  };
  parentElement.querySelector(".pipeline").replaceChildren(
    ...data.stages.map(({ title, about, groups }) =>
      make("li", "stage", make("h3", "", title), make("p", "", about),
        make("div", "pieces", ...groups.map((group) => make("span", "word", ...group.map(piece)))))));
}
