import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext } from "@playwright/test";

/**
 * An empty page of an origin of its own, as somebody's site is one for Fieldkit.
 * @param scripts that the page may import, by their paths
 * @param body what is on the page
 */
export async function openForeignPage(
  context: BrowserContext,
  scripts: ReadonlyMap<string, string> = new Map(),
  body = "",
) {
  const server = createServer((request, response) => {
    const script = scripts.get(request.url ?? "");
    if (script !== undefined) {
      response.writeHead(200, { "content-type": "text/javascript" }).end(script);
      return;
    }
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<!doctype html><link rel=icon href=data:,><title>Shop</title>${body}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const page = await context.newPage();
  await page.goto(origin);
  return {
    origin,
    /** What a script of the page gets with a key: by POST where it sends something. */
    ask: (url: string, key: string, sent?: object): Promise<{ status: number; body: unknown }> =>
      page.evaluate(
        async ([address, secret, json]) => {
          const answer = await fetch(address, {
            headers: {
              Authorization: `Bearer ${secret}`,
              ...(json !== undefined && { "Content-Type": "application/json" }),
            },
            ...(json !== undefined && { method: "POST", body: json }),
          });
          return { status: answer.status, body: await answer.json() };
        },
        [url, key, sent && JSON.stringify(sent)] as const,
      ),
    page,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
