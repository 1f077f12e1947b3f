/**
 * The self-hosted installation. One process serves the API, project hosts and streams; others hold the database and
 * render pages. With `WORKERS` above one, several serve behind one port, and this one looks after them.
 */
import cluster from "node:cluster";
import { stopDatabase } from "@/db/database";
import { DataDirError } from "@/db/embedded/data-dir-error";
import { EnvError } from "@/lib/platform/env/parse-env";
import { log } from "@/lib/platform/log/log";
import { draining } from "@/lib/platform/process/draining";
import { develop } from "./develop";
import { lead } from "./lead";
import { work } from "./work";

try {
  if (process.argv.includes("--dev")) await develop();
  else if (cluster.isWorker) await work();
  else await lead();
} catch (error) {
  // What was being started ends together with this process, which sees to that already.
  if (draining().isOn) await new Promise(() => {});
  // Its parent, which it has told, says it once for all.
  if (cluster.isWorker) process.exit(1);
  // A mistake of the operator or a broken environment gets one readable message instead of a stack trace.
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof EnvError || error instanceof DataDirError))
    log().fatal({ err: error }, "Fieldkit could not start");
  process.stderr.write(`\n${message}\n`);
  await stopDatabase().catch(() => {});
  process.exit(1);
}
