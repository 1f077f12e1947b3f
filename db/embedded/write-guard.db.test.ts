import type { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openEmbeddedHere } from "../fixtures/embedded-here";
import { copyMigrated } from "../fixtures/migrated-template";
import { roomLimits } from "./disk-room";
import { embeddedUrl } from "./embedded-url";
import { connect, temporaryDir } from "./fixtures/database";

const dir = temporaryDir("write-guard-");
const disk = { freeBytes: 1e12 };
const full = roomLimits.reserveBytes - 1;
const clients: Client[] = [];
let stop: () => Promise<void>;

beforeAll(async () => {
  await copyMigrated(dir.path);
  ({ stop } = await openEmbeddedHere(dir.path, () => disk.freeBytes));
  const a = await client();
  await a.query("create table kept (id int primary key, body text)");
  await a.query("create sequence counted");
  await a.query("insert into kept values (1, 'before')");
});
afterEach(async () => {
  disk.freeBytes = 1e12;
  await Promise.all(clients.splice(0).map((each) => each.end()));
});
afterAll(async () => {
  await stop();
  dir.remove();
});

async function client(): Promise<Client> {
  const fresh = await connect({ url: embeddedUrl(dir.path) });
  clients.push(fresh);
  return fresh;
}

const refused = { code: "53100", message: expect.stringContaining("no room for writes") };
const count = async () => Number((await (await client()).query("select count(*) as n from kept")).rows[0]?.n);

describe("while the disk is full", () => {
  test.each([
    "insert into kept values (2)",
    "update kept set body = 'after'",
    "delete from kept",
    "truncate kept",
    "create table other (id int)",
    "select nextval('counted')",
    "select id from kept for update",
    "with gone as (delete from kept returning id) select id from gone",
    "select 1; insert into kept values (2)",
  ])("%s is refused", async (statement) => {
    const a = await client();
    disk.freeBytes = full;
    await expect(a.query(statement)).rejects.toMatchObject(refused);
    expect((await a.query("select id, body from kept")).rows).toEqual([{ id: 1, body: "before" }]);
  });

  test("a write with parameters is refused, and its connection goes on", async () => {
    const a = await client();
    disk.freeBytes = full;
    await expect(a.query("insert into kept values ($1)", [2])).rejects.toMatchObject(refused);
    expect((await a.query("select body from kept where id = $1", [1])).rows).toEqual([{ body: "before" }]);
  });

  test("a transaction is refused at its first write, and rolled back", async () => {
    const a = await client();
    disk.freeBytes = full;
    await a.query("begin");
    expect((await a.query("select id from kept")).rowCount).toBe(1);
    await expect(a.query("insert into kept values (2)")).rejects.toMatchObject(refused);
    await a.query("rollback");
    expect(await count()).toBe(1);
  });

  test("other errors stay what they are", async () => {
    const a = await client();
    disk.freeBytes = full;
    await expect(a.query("select 1 / 0")).rejects.toMatchObject({ code: "22012" });
    await expect(a.query("select 'C25006' from nowhere")).rejects.toMatchObject({ code: "42P01" });
  });
});

test("a transaction that began before may end", async () => {
  const a = await client();
  await a.query("begin");
  await a.query("insert into kept values (3)");
  disk.freeBytes = full;
  await a.query("insert into kept values (4)");
  await a.query("commit");
  expect(await count()).toBe(3);
  disk.freeBytes = 1e12;
  await expect
    .poll(() =>
      a.query("delete from kept where id > 1").then(
        ({ rowCount }) => rowCount,
        () => -1,
      ),
    )
    .toBe(2);
});

test("writes go on by themselves, once there is enough room and not before", async () => {
  const a = await client();
  const write = () =>
    a.query("update kept set body = body").then(
      () => "written",
      ({ code }) => code,
    );
  disk.freeBytes = full;
  await expect.poll(write).toBe("53100");
  disk.freeBytes = roomLimits.enoughBytes - 1;
  expect(await write()).toBe("53100");
  disk.freeBytes = roomLimits.enoughBytes;
  await expect.poll(write).toBe("written");
});
