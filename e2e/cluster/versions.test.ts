import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connect, type Database } from "@/db/client";
import { migrate } from "@/db/migrate";
import { createScratchDatabase } from "../scratch-database";

let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
let database: Database;
let clients: [Client, Client];
let [project, neighbour] = ["", ""];

beforeAll(async () => {
  const admin = process.env.FIELDKIT_TEST_DATABASE_URL;
  if (!admin)
    throw new Error("FIELDKIT_TEST_DATABASE_URL must be set: one session at a time waits for nobody");
  scratch = await createScratchDatabase(admin);
  database = connect(scratch.url);
  await migrate(database);
  clients = [new Client(scratch.url), new Client(scratch.url)];
  for (const client of clients) await client.connect();
});
afterAll(async () => {
  for (const client of clients) await client.end();
  await database.close();
  await scratch.drop();
});

beforeEach(async () => {
  [project, neighbour] = [uuidv7(), uuidv7()];
  for (const id of [project, neighbour]) {
    await clients[0].query(
      `insert into teams (id, reference_id, name, slug, created_at, updated_at) values ($1, $2, 'T', $2, now(), now())`,
      [id, id.slice(-8)],
    );
    await clients[0].query(
      `insert into projects values ($1::uuid, $1::uuid, $1::text, 'P', $1::text, null, now(), now())`,
      [id],
    );
    await clients[0].query(
      `insert into environments values ($1::text, $1::uuid, 'E', 'e', true, now(), now())`,
      [id],
    );
  }
});

const addMock = (client: Client, endpoint: string, id = project) =>
  client.query(
    `insert into mocks values (gen_random_uuid(), $1, 'M', null, 'GET', $2, '', '{}', 200, 0, true, now(), now())`,
    [id, endpoint],
  );
const renameEnvironment = (client: Client, name: string, id = project) =>
  client.query("update environments set name = $2 where project_id = $1", [id, name]);
const mocksOf = async (client: Client) => {
  const { rows } = await client.query(
    "select version::int, changed_in::int[] as numbers from project_versions where project_id = $1 and what = 'mocks'",
    [project],
  );
  return rows[0] as { version: number; numbers: number[] };
};

test("transactions of one project do not wait for each other before they commit", async () => {
  const [one, two] = clients;
  await one.query("begin");
  await addMock(one, "/one");
  await two.query("begin");
  await two.query("set local lock_timeout = 100");
  await addMock(two, "/two");
  await two.query("commit");
  await one.query("commit");
});

test("a change that is committed after another has a later number, whichever was made first", async () => {
  const [one, two] = clients;
  await one.query("begin");
  await addMock(one, "/one");
  await addMock(two, "/two");
  const between = await mocksOf(two);
  await one.query("commit");
  const after = await mocksOf(two);
  expect(after.version).toBeGreaterThan(between.version);
  expect(after.numbers).toEqual([...between.numbers, after.version]);
});

test("transactions that change projects, mocks and flags in opposite orders all commit", async () => {
  const work = async (client: Client, name: string, ids: string[], mocksFirst: boolean) => {
    for (let round = 0; round < 25; round += 1) {
      await client.query("begin");
      for (const id of ids) {
        const mock = () => addMock(client, `/${name}/${round}`, id);
        if (mocksFirst) await mock();
        await sleep(Math.random() * 2);
        await client.query(
          "insert into flag_groups (id, project_id, name, key, prefix, created_at, updated_at) values ($1, $2, $1, $1, $1, now(), now())",
          [`${name}-${round}-${id}`, id],
        );
        if (!mocksFirst) await mock();
      }
      await client.query("commit");
    }
  };
  await Promise.all([
    work(clients[0], "one", [project, neighbour], true),
    work(clients[1], "two", [neighbour, project], false),
  ]);
});

test("changes of a project and its deletion at the same time both end", async () => {
  const [one, two] = clients;
  await one.query("begin");
  await renameEnvironment(one, "N");
  const deleted = two.query("delete from projects where id = $1", [project]);
  await sleep(100);
  await one.query("commit");
  expect((await deleted).rowCount).toBe(1);
  expect(await mocksOf(one)).toBeUndefined();
});

test("environments that go while records with overrides in them do all go", async () => {
  const [one, two] = clients;
  const group = `${project}-g`;
  const at = (id: string) => [id, project];
  const stamps = "now(), now()";
  await one.query(
    `insert into flag_groups (id, project_id, name, key, prefix, created_at, updated_at) values ($1, $2, 'G', 'g', 'g', ${stamps})`,
    at(group),
  );
  await one.query(
    `insert into group_flags (id, group_id, name, key, default_enabled, default_percentage, salt, created_at, updated_at)
     values ($1, $1, 'F', 'f', true, 50, 'f', ${stamps})`,
    [group],
  );
  for (let round = 0; round < 20; round += 1) {
    const [environment, record] = [`${project}-e${round}`, `${project}-r${round}`];
    await one.query(`insert into environments values ($1, $2, $1, $1, false, ${stamps})`, at(environment));
    await one.query(
      `insert into records (id, project_id, group_id, metadata, created_at, updated_at) values ($1, $2, $3, '{}', ${stamps})`,
      [record, project, group],
    );
    await one.query(
      `insert into overrides (record_id, group_flag_id, environment_id, enabled, created_at, updated_at) values ($1, $2, $3, true, ${stamps})`,
      [record, group, environment],
    );
    await Promise.all([
      one.query("update records set metadata = '{\"a\":1}' where id = $1", [record]),
      two.query("delete from environments where id = $1", [environment]),
    ]);
    await Promise.all([
      one.query("delete from records where id = $1", [record]),
      two.query("update environments set name = $2 where id = $1", [project, `N${round}`]),
    ]);
  }
  const { rows } = await one.query("select what from project_versions where project_id = $1 order by what", [
    project,
  ]);
  expect(rows.map(({ what }) => what)).toEqual([
    "answers",
    `answers ${project}`,
    "flags",
    "mocks",
    "releases",
  ]);
});
