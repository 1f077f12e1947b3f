import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Caller } from "../caller";
import { type Door, startDoor } from "../door";
import { createScratchDatabase } from "../scratch-database";
import { startPgBouncer } from "./pgbouncer";

let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
let doors: Door[] = [];

beforeAll(async () => {
  const admin = process.env.FIELDKIT_TEST_DATABASE_URL;
  if (!admin) throw new Error("FIELDKIT_TEST_DATABASE_URL must be set");
  scratch = await createScratchDatabase(admin);
  pooler = await startPgBouncer(scratch.url);
});
afterAll(async () => {
  for (const door of doors) await door.stop();
  await pooler.stop();
  await scratch.drop();
});

test("four servers that start at the same moment all come up, and keep no lock in the pool", async () => {
  const settings = { DATABASE_URL: pooler.url, AUTH_SECRET: "a secret of thirty-two characters" };
  doors = await Promise.all(Array.from({ length: 4 }, () => startDoor("server", settings, { pages: false })));
  for (const { port } of doors) {
    const { status, text } = await new Caller(port).send("GET", "/readyz");
    expect([status, JSON.parse(text)]).toMatchObject([200, { database: "ok" }]);
  }
  const client = new Client(scratch.url);
  await client.connect();
  const { rows } = await client.query(
    "select * from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
  );
  await client.end();
  expect(rows).toEqual([]);
});
