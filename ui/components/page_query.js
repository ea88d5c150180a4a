// The query of a page's address. For a page opened from a folder, browsers allow changes only after the #, so the query
// is there.

const isFolder = () => location.protocol === "file:";

/** Return the query of the current address. */
export const currentQuery = () =>
  new URLSearchParams((isFolder() && location.hash.slice(1)) || location.search.slice(1));

/** Return the current address with another query. @param {URLSearchParams} query */
export function urlWithQuery(query) {
  const url = new URL(location.href);
  if (isFolder()) [url.search, url.hash] = ["", String(query)];
  else url.search = String(query);
  return url.href;
}
