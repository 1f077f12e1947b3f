const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The origin in a form to compare: all names of this machine are `localhost`. */
export function comparableOrigin({ protocol, hostname, port }: URL): string {
  const host = loopbackHosts.has(hostname) ? "localhost" : hostname;
  return `${protocol}//${host}${port === "" ? "" : `:${port}`}`;
}

/** Whether two URLs have the same origin. Only the port tells servers on this machine apart. */
export const isSameOrigin = (a: URL, b: URL): boolean => comparableOrigin(a) === comparableOrigin(b);
