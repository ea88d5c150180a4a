// Keeps the address up with what was chosen, and tells where a player stood when a link leads to another page.

let told = ""; // the place that was told last

export default function ({ data, setStateValue }) {
  write(data);
  const onClick = (event) => {
    const link = event.composedPath().find((element) => element instanceof HTMLAnchorElement && element.href);
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const leaving = new CustomEvent("bpe-lab:leave", { detail: {} });
    document.dispatchEvent(leaving); // a player writes its step into the address, and says where it stands
    const place = leaving.detail.place;
    if (!place || JSON.stringify(place) === told) return;
    told = JSON.stringify(place);
    event.preventDefault();
    event.stopImmediatePropagation();
    setStateValue("left", place);
    // Streamlit tells what it was told in a task of its own: told after the new page, it would lead back to this one.
    setTimeout(() => link.click());
  };
  document.addEventListener("click", onClick, true);
  return () => document.removeEventListener("click", onClick, true);
}

function write({ page, query, played }) {
  // What a page wrote that has been left meanwhile comes too late.
  if ((location.pathname.split("/").pop() || "home") !== page) return;
  const url = new URL(location.href);
  const kept = played.filter((name) => url.searchParams.has(name)).map((name) => [name, url.searchParams.get(name)]);
  const embedding = [...url.searchParams].filter(([name]) => name.startsWith("embed"));
  url.search = new URLSearchParams([...embedding, ...Object.entries(query), ...kept]).toString();
  if (url.href !== location.href) history.replaceState(history.state, "", url);
}
