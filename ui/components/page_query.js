// What the address of a page says. A browser lets a page of the site that was opened from a folder write behind the # of
// its address alone.

const isFolder = () => location.protocol === "file:";

/** What it says. */
export const currentQuery = () =>
  new URLSearchParams((isFolder() && location.hash.slice(1)) || location.search.slice(1));

/** The address of this page that says this. @param {URLSearchParams} query */
export function urlWithQuery(query) {
  const url = new URL(location.href);
  if (isFolder()) [url.search, url.hash] = ["", String(query)];
  else url.search = String(query);
  return url.href;
}
