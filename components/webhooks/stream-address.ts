const loopback = new Set(["localhost", "127.0.0.1"]);

/**
 * Where an inbox's stream is. `localhost` and `127.0.0.1` are the same machine but not the same host to a
 * browser, which sends the session's cookie only to the one that the page came from.
 */
export function streamAddress(wsUrl: string, pageHostname: string, webhookId: string, after: number): string {
  const url = new URL(`${wsUrl}/ws/webhook/${encodeURIComponent(webhookId)}`);
  if (loopback.has(url.hostname) && loopback.has(pageHostname)) url.hostname = pageHostname;
  url.searchParams.set("after", String(after));
  return url.href;
}
