/**
 * Renders the dashboard's pages for the processes that serve: reached over a socket that only they can open, so that a
 * heavy page keeps nobody waiting who calls a mock.
 */
import { rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { stopDatabase } from "@/db/database";
import { declareOwnServer } from "@/lib/api/before-next";
import { firstHeader } from "@/lib/platform/headers/first-header";
import { peerHeader } from "@/lib/platform/hosts/project-host";
import { joinParent } from "@/lib/platform/ipc/join-parent";
import { log } from "@/lib/platform/log/log";
import { measureProcess } from "@/lib/platform/metrics/process-measure";
import { observe, tellNext } from "@/lib/platform/observe/observed-request";
import { startObserving } from "@/lib/platform/observe/start-observing";
import { orderlyClose } from "@/lib/platform/process/orderly-close";
import { beginRoot, stopTracing, within } from "@/lib/platform/trace/trace";
import { takeProgramsFrom } from "@/lib/platform/workers/program-file";
import { endWorkers } from "@/lib/platform/workers/run-in-worker";
import { joinStartedDatabase } from "./join-started-database";
import { startNext } from "./pages";
import { actorHeader, observedHeader, seenHeader } from "./pages-messages";
import { servePage } from "./serve-page";

/** How long a request waits for changes that were made before it, in ms. */
const reachedWithinMs = 1000;
/** How long pages that are under way may take at the end, in ms. */
const drainMs = 3000;

const [, , socketPath = ""] = process.argv;
// A parent that is killed can't do it.
process.once("disconnect", () => rmSync(dirname(socketPath), { recursive: true, force: true }));
const link = joinParent();
// Until it serves, nothing has to be ended in order.
link.onEnd(() => process.exit(0));
try {
  await main();
} catch (error) {
  log().fatal({ err: error }, "the pages could not be started");
  link.send({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}

async function main(): Promise<void> {
  declareOwnServer();
  await startObserving({ requests: false });
  measureProcess();
  takeProgramsFrom(fileURLToPath(new URL("programs", import.meta.url)));
  // First the database: Next's own start waits for it.
  const joined = joinStartedDatabase(link);
  const [next] = await Promise.all([startNext({ dev: false }), joined]);
  // Those in front have looked at the connection and its head, and keep connections for as long as they like.
  const patience = { requestTimeout: 0, keepAliveTimeout: 0, maxHeaderSize: 64 * 1024 };
  const server = createServer(patience, (request, response) => {
    void take(next.handle, request, response);
  });
  server.maxHeadersCount = 0;
  const close = orderlyClose(server, { idleMs: 0, drainMs });
  link.onEnd(() => {
    void Promise.allSettled([close(), endWorkers()])
      .then(() => Promise.allSettled([next.close(), stopDatabase(), stopTracing(1000)]))
      .then(() => process.exit(0));
  });
  server.listen(socketPath, () => link.send({ type: "ready" }));
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

async function take(handle: Handle, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { headers } = request;
  await link.reached(Number(firstHeader(headers, seenHeader) ?? 0), reachedWithinMs);
  const isObserved = headers[observedHeader] !== undefined;
  const traceparent = isObserved ? firstHeader(headers, "traceparent") : undefined;
  if (isObserved) tellWhoCalls(request, response);
  const span = traceparent
    ? beginRoot({ name: "page", kind: "internal", attributes: {} }, traceparent)
    : undefined;
  response.once("close", () => span?.end());
  within(span, () => servePage(handle, request, response, firstHeader(headers, peerHeader)));
}

/** Whoever calls is known while the page is made, and said with its head. */
function tellWhoCalls(request: IncomingMessage, response: ServerResponse): void {
  const observed = observe(request, response);
  tellNext(request, observed);
  const { writeHead } = response;
  response.writeHead = function telling(this: ServerResponse, ...args: unknown[]) {
    const { actor } = observed;
    if (actor && !this.headersSent) this.setHeader(actorHeader, `${actor.kind}:${actor.id}`);
    return writeHead.apply(this, args as Parameters<typeof writeHead>);
  } as typeof writeHead;
}
