import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "@/db/client";
import { storePackage } from "@/lib/packages/stored-packages";
import { packagesFolder } from "@/lib/platform/env/package-files";
import { log } from "@/lib/platform/log/log";

const retryMs = 60_000;

/** Stores the packages of this build in the database, from where they are served. Retries until it succeeds. Never rejects. */
export async function keepPackages(db: Db): Promise<void> {
  try {
    const folder = join(process.cwd(), packagesFolder);
    for (const file of readdirSync(folder)) {
      const name = file.startsWith("sdk-") ? "sdk" : "cli";
      await storePackage(db, { name, file, content: readFileSync(join(folder, file)) }, new Date());
    }
  } catch (err) {
    log().warn(
      { err },
      "the SDK and the command line can't be installed yet, because they could not be stored",
    );
    setTimeout(() => keepPackages(db), retryMs).unref();
  }
}
