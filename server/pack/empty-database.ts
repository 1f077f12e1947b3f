import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askForGreeting } from "@/db/ask-database";
import { connect } from "@/db/client";
import { copyFolder } from "@/db/embedded/copy-folder";
import { postgresDir } from "@/db/embedded/pglite-session";
import { startEmbedded } from "@/db/embedded/supervisor";
import { migrate } from "@/db/migrate";

/** Writes a database that is empty, migrated and closed into a folder, made as any first start makes one. */
export async function writeEmptyDatabase(folder: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "fieldkit-empty-"));
  try {
    const embedded = await startEmbedded({ dataDir, log: console });
    try {
      const database = connect(embedded.url, { ask: askForGreeting(embedded.url), canPrepare: true });
      await migrate(database).finally(() => database.close());
    } finally {
      await embedded.stop();
    }
    // The engine makes files that everybody may write. Whoever runs what is packed has to read them, and copies them.
    copyFolder(postgresDir(dataDir), folder, { folder: 0o755, file: 0o644 });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
