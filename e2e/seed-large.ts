/**
 * Fills a project with as much as lists are to stay fast with:
 * `node --import tsx e2e/seed-large.ts <database url> <project's reference id>`.
 * The database of `npm start` without DATABASE_URL is `postgresql://postgres@localhost/postgres?host=<DATA_DIR>`.
 */
import { sql } from "drizzle-orm";
import KSUID from "ksuid";
import { connect } from "@/db/client";
import { seedFlags, seedMocks, seedRecords, seedReleases } from "@/db/fixtures/large-lists";

const [url, reference] = process.argv.slice(2);
if (!url || !reference) throw new Error("Give the address of a database and the reference id of a project.");
const { db, query, close } = connect(url);
const [project] = await query(
  `select id from projects where reference_id = '${reference.replace(/\W/g, "")}'`,
);
if (!project) throw new Error("There is no such project.");
const projectId = String(project.id);
const groupId = KSUID.randomSync().string;
for (const key of ["staging", "test"]) {
  await db.execute(sql`
    insert into environments (id, project_id, name, key, is_default, created_at, updated_at)
    values (${KSUID.randomSync().string}, ${projectId}::uuid, ${key}, ${key}, false, now(), now())
    on conflict do nothing`);
}
await db.execute(sql`
  insert into flag_groups (id, project_id, name, key, prefix, created_at, updated_at)
  values (${groupId}, ${projectId}::uuid, 'Seeded', ${groupId}, ${groupId}, now(), now())`);
await seedMocks(db, projectId, 10_000);
await seedFlags(db, projectId, 5000);
await seedRecords(db, { projectId, groupId }, 100_000);
await seedReleases(db, projectId, 1000, 1_000_000);
await close();
