// The query of a page's address.

// Return an address with these parameters, plus those that the player writes and Streamlit's own.
/** @type {(href: string, query: Record<string, string>, played: string[]) => string} */
export function withQuery(href, query, played) {
  const url = new URL(href);
  const params = [...url.searchParams];
  const embedding = params.filter(([name]) => name.startsWith("embed"));
  const playerParams = played.flatMap((name) => params.filter(([param]) => param === name).slice(0, 1));
  url.search = new URLSearchParams([...embedding, ...Object.entries(query), ...playerParams]).toString();
  return url.href;
}
