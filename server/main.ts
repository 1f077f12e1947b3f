/** The self-hosted process: pages, API, project hosts and database in one. */
import { fileURLToPath } from "node:url";
import { databaseReady, startDatabase, stopDatabase } from "@/db/database";
import { declareOwnServer } from "@/lib/api/before-next";
import { measureFeatures } from "@/lib/api/measured";
import { prune } from "@/lib/api/scheduled-work";
import { bus } from "@/lib/platform/bus/bus";
import { env } from "@/lib/platform/env/env";
import { EnvError } from "@/lib/platform/env/parse-env";
import { log } from "@/lib/platform/log/log";
import { startObserving } from "@/lib/platform/observe/start-observing";
import { endOnSignals } from "@/lib/platform/process/end-on-signals";
import { stopTracing } from "@/lib/platform/trace/trace";
import { takeProgramsFrom } from "@/lib/platform/workers/program-file";
import { endWorkers } from "@/lib/platform/workers/run-in-worker";
import { pollReleases } from "@/lib/releases/jobs/worker";
import { announce } from "./announce";
import { createServer } from "./http-server";
import { startPages, withoutPages } from "./pages";

try {
  await main();
} catch (error) {
  // A mistake of the operator or a broken environment gets one readable message instead of a stack trace.
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof EnvError)) log().fatal({ err: error }, "Fieldkit could not start");
  process.stderr.write(`\n${message}\n`);
  await stopDatabase().catch(() => {});
  process.exit(1);
}

async function main(): Promise<void> {
  const isDev = process.argv.includes("--dev");
  const { port, host, databaseUrl } = env();
  declareOwnServer();
  await startObserving();
  measureFeatures();
  takeProgramsFrom(fileURLToPath(new URL(isDev ? "dev-programs" : "programs", import.meta.url)));
  // Connects in the background, so that the first change finds a connection.
  bus();
  const hasPages = !process.argv.includes("--without-pages");
  const [database, pages] = await Promise.all([
    startDatabase(),
    hasPages ? startPages({ dev: isDev }) : withoutPages(),
  ]);
  const server = createServer(pages);
  if (isDev) await listenBehindFront(server);
  else await server.listen(port, host);
  await databaseReady();
  if (!process.argv.includes("--again")) announce(process.stdout);
  const pruning = setInterval(
    () => {
      prune(database.db, new Date()).catch((error) =>
        log().warn({ err: error }, "old rows could not be removed"),
      );
    },
    10 * 60 * 1000,
  );
  const stopReleases = pollReleases({ alone: databaseUrl === undefined });
  endOnSignals(async () => {
    clearInterval(pruning);
    await Promise.all([server.close(), stopReleases()]);
    await pages.close();
    await endWorkers();
    await bus().close();
    await stopDatabase();
    await stopTracing(3000);
  });
}

/** In development another process holds the port, and this one ends with it. */
async function listenBehindFront(server: ReturnType<typeof createServer>): Promise<void> {
  const port = await server.listen(0, "127.0.0.1");
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.send?.({ port });
}
