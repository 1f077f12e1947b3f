import KSUID from "ksuid";
import type { Db } from "@/db/client";
import { environments } from "@/db/schema/flags";

/** Creates the environment that every project starts with. */
export async function insertFirstEnvironment(db: Db, projectId: string): Promise<void> {
  await db.insert(environments).values({
    id: KSUID.randomSync().string,
    projectId,
    name: "Production",
    key: "production",
    isDefault: true,
  });
}
