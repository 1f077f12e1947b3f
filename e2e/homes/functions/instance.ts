/**
 * One instance of a function, as Vercel's own Node runtime starts it: in the function's folder, with the launcher that the
 * build made, and with what keeps it alive after an answer. Tells its parent when nothing is left to do.
 * Arguments: the launcher's path and the port of the bridge to the database.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { createServer, type RequestListener } from "node:http";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import tls from "node:tls";

const [launcher = "", neonPort = ""] = process.argv.slice(2);

// Neon's hosts lead to the bridge; the driver and its certificates' checks stay as they are.
const connect = tls.connect as (options: tls.ConnectionOptions, listener?: () => void) => tls.TLSSocket;
tls.connect = ((options: tls.ConnectionOptions, listener?: () => void) => {
  const isNeon = typeof options === "object" && /\.neon\.tech$/.test(options.host ?? "");
  return connect(isNeon ? { ...options, host: "127.0.0.1", port: Number(neonPort) } : options, listener);
}) as typeof tls.connect;

type Context = { waitUntil(work: Promise<unknown>): void };
const context = new AsyncLocalStorage<Context>();
Object.assign(globalThis, { [Symbol.for("@vercel/request-context")]: { get: () => context.getStore() } });

process.chdir(dirname(launcher));
const handle = createRequire(launcher)(launcher) as (...given: Parameters<RequestListener>) => unknown;

/** How many requests were begun, and how many of them are over with all that they kept alive. */
let ended = 0;

// As much as the front takes.
const server = createServer({ maxHeaderSize: 65_536 }, (request, response) => {
  const kept = new Set<Promise<unknown>>();
  const waitUntil = (work: Promise<unknown>) => {
    const settled: Promise<unknown> = work.then(
      () => kept.delete(settled),
      () => kept.delete(settled),
    );
    kept.add(settled);
  };
  const isAnswered = new Promise((resolve) => response.once("close", resolve));
  const handled = Promise.resolve(context.run({ waitUntil }, () => handle(request, response)));
  // Platforms don't stop a function when its caller disconnects.
  void Promise.allSettled([isAnswered, handled]).then(async () => {
    while (kept.size > 0) await Promise.all(kept);
    ended += 1;
    process.send?.({ ended });
  });
});
server.keepAliveTimeout = 0;
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ port: typeof address === "object" ? address?.port : undefined });
});
