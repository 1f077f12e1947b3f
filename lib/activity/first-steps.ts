import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { rawRows } from "@/db/raw-rows";
import { readAllTraffic } from "@/lib/projects/traffic/read-traffic";

type Made = { mock: boolean; webhook: boolean; flag: boolean; received: boolean };

/** How far a project has come: whether it has a mock, an inbox and a flag, and whether each was ever called. */
export async function firstSteps(db: Db, projectId: string) {
  const [made] = await rawRows<Made>(
    db,
    sql`select
      exists (select from mocks where project_id = ${projectId}) as mock,
      exists (select from webhooks where project_id = ${projectId}) as webhook,
      exists (select from webhooks where project_id = ${projectId} and last_sequence > 0) as received,
      exists (select from flags where project_id = ${projectId}) or exists (
        select from flag_groups join group_flags on group_flags.group_id = flag_groups.id
        where flag_groups.project_id = ${projectId}
      ) as flag`,
  );
  const called = await readAllTraffic(db, projectId);
  return {
    mock: { made: made?.mock ?? false, used: called.mocks > 0 },
    webhook: { made: made?.webhook ?? false, used: made?.received || called.captures > 0 },
    flag: { made: made?.flag ?? false, used: called.checks > 0 },
  };
}
