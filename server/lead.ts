import { sql } from "drizzle-orm";
import { databaseReady, db, quickDb, startDatabase, startedDatabase, stopDatabase } from "@/db/database";
import { rawRows } from "@/db/raw-rows";
import { measureInstallation } from "@/lib/api/measured";
import { bus, createBus, provideBus } from "@/lib/platform/bus/bus";
import { env } from "@/lib/platform/env/env";
import { Hub } from "@/lib/platform/ipc/hub";
import { log } from "@/lib/platform/log/log";
import { measureProcess } from "@/lib/platform/metrics/process-measure";
import { startMeasuring } from "@/lib/platform/metrics/serve-metrics";
import { draining } from "@/lib/platform/process/draining";
import { endOnSignals } from "@/lib/platform/process/end-on-signals";
import { watchOutsideChanges } from "@/lib/platform/process/outside-changes";
import { authSecrets } from "@/lib/platform/secrets/auth-secret";
import { stopTracing } from "@/lib/platform/trace/trace";
import { endWorkers } from "@/lib/platform/workers/run-in-worker";
import { freeInterrupted } from "@/lib/releases/jobs/worker";
import { announce } from "./announce";
import { toldDatabase } from "./join-started-database";
import { keepPackages } from "./keep-packages";
import { lostSecrets, lostSecretsAdvice, lostSecretsText } from "./lost-secrets";
import { withoutPages } from "./pages";
import { PagesApart, pagesAt } from "./pages-apart";
import { prepareToServe } from "./prepare";
import { serve } from "./serve";
import { createWorkers } from "./workers";

/** How often children are told what has changed, in ms. */
const tellEveryMs = 250;

/** Starts the database, the process of the pages and, where several are wanted, those that serve; else it serves itself. */
export async function lead(): Promise<void> {
  const { workers, databaseUrl, dataDir, drainSeconds } = env();
  const hub = new Hub(createBus());
  provideBus(hub.bus);
  measureInstallation();
  const isAlone = workers === 1;
  if (isAlone) await prepareToServe();
  else {
    measureProcess();
    startMeasuring();
  }
  const pages = process.argv.includes("--without-pages") ? undefined : new PagesApart(hub);
  const started = pages?.child.start();
  // It is waited for below; until then nobody must take its failure for one that nobody sees.
  started?.catch(() => {});
  await startDatabase();
  const hasOwnDatabase = databaseUrl === undefined;
  if (!isAlone && hasOwnDatabase) await freeInterrupted();
  const stopTelling = keepTelling(hub);
  const stopWatching = hasOwnDatabase ? watchOutsideChanges(dataDir, () => hub.missed()) : () => {};
  await started;
  let close = async () => {};
  // Before anything listens: whoever sees that it is ready may tell it to end.
  endOnSignals(async () => {
    await close();
    await pages?.stop();
    stopTelling();
    stopWatching();
    await endWorkers();
    await bus().close();
    await stopDatabase();
    await stopTracing(3000);
  }, 1000 * drainSeconds);
  if (isAlone) {
    const seen = () => hub.pagesAt;
    close = await serve({
      pages: pages
        ? pagesAt(pages.socketPath, seen, (withinMs) => pages.child.isReady(withinMs))
        : withoutPages(),
      alone: hasOwnDatabase,
    });
  } else {
    const family = createWorkers(hub, { count: workers, pages });
    close = () => family.stop();
    await family.start();
  }
  await databaseReady();
  await keepPackages(db());
  announce(process.stdout);
  void warnOfLostSecrets();
}

/** Nothing waits for it: the server works without those secrets, and the features that need them say so. */
async function warnOfLostSecrets(): Promise<void> {
  try {
    const read = <Row extends object>(text: string) => rawRows<Row>(quickDb(), sql.raw(text));
    const problem = lostSecretsText(await lostSecrets(read, authSecrets()));
    if (problem) log().warn(`${problem}. ${lostSecretsAdvice}`);
  } catch (err) {
    log().warn({ err }, "stored secrets could not be checked");
  }
}

/** Tells the children of the bus, the database and the end, at once and whenever something changes. */
function keepTelling(hub: Hub): () => void {
  const last = new Map<string, string>();
  const tell = (subject: string, value: unknown) => {
    const text = JSON.stringify(value);
    if (last.get(subject) === text) return;
    last.set(subject, text);
    hub.tell(subject, value);
  };
  const tellAll = () => {
    tell("bus", { hears: bus().hears, status: bus().status() });
    tell("draining", draining().isOn);
    tell("database", toldDatabase(startedDatabase()));
  };
  tellAll();
  const timer = setInterval(tellAll, tellEveryMs);
  return () => clearInterval(timer);
}
