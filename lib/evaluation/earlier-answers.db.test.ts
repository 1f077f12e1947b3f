import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openUpgradedDatabase } from "@/db/fixtures/upgraded-database";
import { resolveAll } from "./resolve";
import { projectFlags, recordSnapshots } from "./snapshots";

/** The last migration before flags had values and small steps. */
const last = "0017_mocks_that_replace";
const projectId = "0197f3a4-11c0-7e86-b5f2-60a9d3c8e714";

/** Flags of all shares, on and off, and records with overrides for one of them each, as that version stored them. */
const stored = `
  insert into teams (id, reference_id, name, slug, created_at, updated_at)
    values ('${projectId}', 't', 'T', 't', now(), now());
  insert into projects (id, team_id, reference_id, name, slug, created_at, updated_at)
    values ('${projectId}', '${projectId}', 'p', 'P', 'p', now(), now());
  insert into environments (id, project_id, name, key, is_default, created_at, updated_at)
    values ('e1', '${projectId}', 'Production', 'production', true, now(), now());
  insert into flag_groups (id, project_id, name, key, prefix, created_at, updated_at)
    values ('g', '${projectId}', 'G', 'g', 'tenan', now(), now());
  create temporary table shares as
    select at, share, is_on, row_number() over (order by at, is_on desc) - 1 as number
    from unnest(array[0, 1, 7, 25, 50, 99, 100]) with ordinality as shares (share, at), unnest(array[true, false]) as is_on;
  insert into group_flags (id, group_id, name, key, default_enabled, default_percentage, salt, created_at, updated_at)
    select 'f' || number, 'g', 'F', case when is_on then 'on-' else 'off-' end || share, is_on, share, 'salt-' || at - 1,
      to_timestamp(number), now() from shares;
  insert into records (id, project_id, group_id, metadata, created_at, updated_at)
    select 'tenan-' || n, '${projectId}', 'g', '{}', now(), now() from generate_series(0, 299, 3) n;
  insert into overrides (record_id, group_flag_id, environment_id, enabled, rollout, created_at, updated_at)
    select 'tenan-' || n, 'f' || n % 14, 'e1', case when n % 2 = 0 then true end, case when n % 5 = 0 then n % 101 end, now(), now()
    from generate_series(0, 299, 3) n;
  drop table shares`;

let close: () => Promise<void>;

beforeAll(async () => {
  close = await openUpgradedDatabase(last, stored.split(";"));
});
afterAll(() => close());

test("10,000 subjects are answered by stored flags and overrides as before these could have values", async () => {
  const { project } = await projectFlags().get(projectId);
  const environment = project?.environments[0];
  if (!project || !environment) throw new Error("They are there");
  expect(project.groupFlags.get("g")).toHaveLength(14);
  const hash = createHash("sha256");
  for (let at = 0; at < 10_000; at += 1) {
    const id = `tenan-${at}`;
    const { record } = at < 300 && at % 3 === 0 ? await recordSnapshots().get(id) : { record: undefined };
    if (record) expect(record.overrides.size).toBe(1);
    const nobody = {
      ...{ version: "w", id, projectId, groupId: "g", metadata: "{}", overrides: new Map(), valueBytes: 0 },
    };
    for (const each of resolveAll(project, record ?? nobody, environment)) {
      const { key, enabled, rollout, source, value, reason } = each;
      hash.update(
        JSON.stringify([id, key, enabled, rollout, source, JSON.parse(value), reason, each.variant]),
      );
    }
  }
  // Made by the code of that time.
  expect(hash.digest("hex")).toBe("f6879ba9b2a2079690296a3cfeab5ab7db131e87114272d07e9934d9e149ec8b");
});
