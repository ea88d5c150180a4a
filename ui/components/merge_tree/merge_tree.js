// Draws a tree of tokens as nested lists; the style sheet makes a picture of them.

const drawn = new WeakMap();

export default function ({ data, parentElement }) {
  const node = ({ text, hue, id, caption, parts, more }) => {
    const token = make("span", hue === null ? "token unknown" : "token", text);
    if (hue !== null) token.style.setProperty("--hue", hue);
    const item = make("li", "", make("span", "node", token, make("span", "about", id), make("span", "about", caption)));
    if (more) {
      const rest = make("span", "about", "…");
      rest.setAttribute("role", "img");
      rest.setAttribute("aria-label", data.labels.more);
      item.append(rest);
    }
    if (parts.length) item.append(make("ul", "", ...parts.map(node)));
    return item;
  };
  const root = parentElement.querySelector(".tree");
  const said = make("div", "said", ...data.said.map((text) => make("p", "", text)));
  said.setAttribute("role", "status");
  const picture = make("div", data.small ? "picture small" : "picture", make("ul", "", node(data.tree)));
  picture.tabIndex = 0;
  picture.setAttribute("role", "region");
  picture.setAttribute("aria-label", data.labels.tree);
  root.replaceChildren(said, picture);
  // Begin with the root of a wide tree in view.
  if (data.small) picture.scrollLeft = (picture.scrollWidth - picture.clientWidth) / 2;
  const before = drawn.get(parentElement);
  drawn.set(parentElement, data.id);
  // Another token was picked: on a narrow screen the tree may lie below.
  if (before !== undefined && before !== data.id) root.scrollIntoView({ block: "nearest" });
  return () => { drawn.delete(parentElement); };
}
