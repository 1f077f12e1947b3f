import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "@/lib/platform/env/env";
import { hasBearer } from "@/lib/platform/headers/bearer";
import { answerOthers } from "@/lib/platform/ipc/others";
import { log } from "@/lib/platform/log/log";
import { lazily, singleton } from "@/lib/platform/singleton";

/** Loaded with the first scrape or at the start, and only where there is a token. */
const scrape = lazily(() =>
  singleton("scrape", () => import("./scrape").then(({ createScrape }) => createScrape())),
);

/**
 * Begins to measure what has to be watched all the time, such as the lag of the event loop, and to tell other processes
 * of it.
 */
export function startMeasuring(): void {
  if (env().metricsToken === undefined) return;
  void scrape();
  answerOthers("metrics", async () => (await scrape()).own());
}

/**
 * Answers `/metrics` to whoever brings the operator's token. Nobody else learns that there is such a thing.
 * @returns false when the request is not answered, and must get what any unknown path gets
 */
export function serveMetrics(request: IncomingMessage, response: ServerResponse): boolean {
  const { metricsToken } = env();
  const { url, method, headers } = request;
  if (metricsToken === undefined || url?.split("?", 1)[0] !== "/metrics") return false;
  if ((method !== "GET" && method !== "HEAD") || !hasBearer(headers.authorization, metricsToken))
    return false;
  answer(response, method === "HEAD").catch((err: unknown) => {
    log().error({ err }, "metrics could not be written");
    if (!response.headersSent) response.writeHead(503, { "Retry-After": "2", "Content-Length": 0 });
    response.end();
  });
  return true;
}

async function answer(response: ServerResponse, isHead: boolean): Promise<void> {
  const { contentType, text } = await scrape();
  const body = await text();
  response.writeHead(200, {
    "Content-Type": contentType,
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
  });
  response.end(isHead ? undefined : body);
}
