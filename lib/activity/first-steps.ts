import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { rawRows } from "@/db/raw-rows";
import { readAllTraffic } from "@/lib/projects/traffic/read-traffic";

type Made = {
  /** Method and endpoint of a mock that answers; null without one. */
  mock: string | null;
  webhook: string | null;
  flag: string | null;
  hasMock: boolean;
  hasGroupFlag: boolean;
  received: boolean;
};

/** How far a project has come: whether it has a mock, an inbox and a flag, and whether each was ever called. */
export async function firstSteps(db: Db, projectId: string) {
  const [made] = await rawRows<Made>(
    db,
    sql`select
      (select method || ' ' || endpoint from mocks where project_id = ${projectId} and enabled
        order by created_at, id limit 1) as mock,
      (select reference_id from webhooks where project_id = ${projectId} order by created_at, id limit 1) as webhook,
      (select key from flags where project_id = ${projectId} limit 1) as flag,
      exists (select from mocks where project_id = ${projectId}) as "hasMock",
      exists (
        select from flag_groups join group_flags on group_flags.group_id = flag_groups.id
        where flag_groups.project_id = ${projectId}
      ) as "hasGroupFlag",
      exists (select from webhooks where project_id = ${projectId} and last_sequence > 0) as received`,
  );
  const { mock = null, webhook = null, flag = null } = made ?? {};
  const called = await readAllTraffic(db, projectId);
  return {
    mock: { made: made?.hasMock ?? false, used: called.mocks > 0, example: mock },
    webhook: { made: webhook !== null, used: made?.received || called.captures > 0, example: webhook },
    flag: { made: flag !== null || (made?.hasGroupFlag ?? false), used: called.checks > 0, example: flag },
  };
}
