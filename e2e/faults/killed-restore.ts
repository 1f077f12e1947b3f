import { withTarget } from "@/db/backup/open-session";
import { restoreBackup } from "@/db/backup/restore-backup";

/** Restores and dies half-way, with the tables dropped and some of the rows in their successors. */
const [dataDir = "", file = ""] = process.argv.slice(2);
await withTarget({ databaseUrl: undefined, dataDir }, (session) =>
  restoreBackup(session, file, {
    replace: true,
    onProgress: (done, total) => done >= total / 2 && process.kill(process.pid, "SIGKILL"),
  }),
);
