// The query of a page's address.

// Return an address with these parameters, plus those that the player writes and Streamlit's own.
/** @type {(href: string, query: Record<string, string>, played: string[]) => string} */
export function withQuery(href, query, played) {
  const url = new URL(href);
  const before = [...url.searchParams];
  const embedding = before.filter(([name]) => name.startsWith("embed"));
  const kept = played.flatMap((name) => before.filter(([one]) => one === name).slice(0, 1));
  url.search = new URLSearchParams([...embedding, ...Object.entries(query), ...kept]).toString();
  return url.href;
}
