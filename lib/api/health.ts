import { databaseReady } from "@/db/database";
import { type Answer, jsonAnswer } from "@/lib/operations/answer";
import { answering } from "@/lib/operations/answering";
import { AppError } from "@/lib/operations/errors";
import { busState } from "@/lib/platform/bus/bus";
import { ownVersion } from "@/lib/platform/version/version";

const soon = { "retry-after": "2" };

/** `/livez`: the process runs. */
export function livez(request: Request): Promise<Answer> {
  return answering(request, async () => jsonAnswer({ status: "ok" }));
}

/**
 * `/readyz`: the database answers and has this build's schema; 503 otherwise. A bus that is down is reported, but
 * requests need not go elsewhere: caches then keep values for a second at most.
 */
export function readyz(request: Request): Promise<Answer> {
  return answering(request, async () => {
    const ready = await databaseReady().catch((cause) => {
      throw new AppError("unavailable", "The database is not reachable.", { headers: soon, cause });
    });
    if (!ready) throw new AppError("unavailable", "The database is not migrated yet.", { headers: soon });
    return jsonAnswer({ status: "ok", database: "ok", bus: busState(), ...ownVersion() });
  });
}
