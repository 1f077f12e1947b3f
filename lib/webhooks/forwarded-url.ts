/**
 * Where a capture goes when it is sent on: the address with the capture's sub-path behind its own path, and the
 * capture's query behind its own query, both exactly as they were received.
 * @param path what followed the inbox's reference id, percent-encoded, with its slash; or empty
 * @param rawUrl path and query as received
 * @returns undefined for a path that would leave that of the address: strangers chose it
 */
export function forwardedUrl(
  address: URL,
  { path, rawUrl }: { path: string; rawUrl: string },
): URL | undefined {
  if (leavesItsFolder(path)) return undefined;
  const target = new URL(address);
  if (path !== "" && path !== "/") target.pathname = target.pathname.replace(/\/$/, "") + path;
  const mark = rawUrl.indexOf("?");
  const query = mark === -1 ? "" : rawUrl.slice(mark + 1).replace(/#.*$/s, "");
  if (query !== "") target.search = target.search === "" ? query : `${target.search}&${query}`;
  return target;
}

/** Whether servers may read a path as one above it; some decode it first, and take a backslash for a slash. */
function leavesItsFolder(path: string): boolean {
  const plain = path.replace(/%2e/gi, ".").replace(/%2f|%5c|\\/gi, "/");
  return plain.split("/").some((segment) => segment === ".." || segment === ".");
}
