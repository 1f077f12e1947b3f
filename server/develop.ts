import { databaseReady, db, startDatabase, stopDatabase } from "@/db/database";
import { measureInstallation } from "@/lib/api/measured";
import { bus, createBus, provideBus } from "@/lib/platform/bus/bus";
import { env } from "@/lib/platform/env/env";
import { Hub } from "@/lib/platform/ipc/hub";
import { endOnSignals } from "@/lib/platform/process/end-on-signals";
import { watchOutsideChanges } from "@/lib/platform/process/outside-changes";
import { stopTracing } from "@/lib/platform/trace/trace";
import { endWorkers } from "@/lib/platform/workers/run-in-worker";
import { announce } from "./announce";
import { keepPackages } from "./keep-packages";
import { pagesToDevelop } from "./pages";
import { prepareToServe } from "./prepare";
import { serve } from "./serve";

/** Serves everything in one process, behind another that holds the port while this one is started again. */
export async function develop(): Promise<void> {
  await prepareToServe("dev-programs");
  measureInstallation();
  // Connects in the background, so that the first change finds a connection.
  const hub = new Hub(createBus());
  provideBus(hub.bus);
  const [, pages] = await Promise.all([startDatabase(), pagesToDevelop()]);
  const { databaseUrl, dataDir } = env();
  const alone = databaseUrl === undefined;
  const stopWatching = alone ? watchOutsideChanges(dataDir, () => hub.missed()) : () => {};
  const close = await serve({
    pages,
    alone,
    // The process in front ends this one, and this one ends with it.
    listen: async (server) => {
      const port = await server.listen(0, "127.0.0.1");
      process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
      process.send?.({ port });
    },
  });
  await databaseReady();
  await keepPackages(db());
  if (!process.argv.includes("--again")) announce(process.stdout);
  endOnSignals(async () => {
    await close();
    stopWatching();
    await endWorkers();
    await bus().close();
    await stopDatabase();
    await stopTracing(3000);
  }, 1000 * env().drainSeconds);
}
