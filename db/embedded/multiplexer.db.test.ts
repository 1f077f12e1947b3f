import { connect as connectSocket } from "node:net";
import type { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { connect, poolOf, recordingLog, temporaryDir } from "./fixtures/database";
import { type EmbeddedDatabase, startEmbedded } from "./supervisor";
import { startup } from "./wire";

const dir = temporaryDir("multiplexer-");
const clients: Client[] = [];
let database: EmbeddedDatabase;

beforeAll(async () => {
  const options = { dataDir: dir.path, log: recordingLog(), idleInTransactionMs: 3000, maintenanceMs: 300 };
  database = await startEmbedded(options);
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end().catch(() => {})));
});
afterAll(async () => {
  await database.stop();
  dir.remove();
});

async function client(): Promise<Client> {
  const fresh = await connect(database);
  clients.push(fresh);
  return fresh;
}

async function table(name: string): Promise<void> {
  await (await client()).query(`create table ${name} (id int primary key, body text, bytes bytea)`);
}

async function count(name: string): Promise<number> {
  const { rows } = await (await client()).query<{ n: number }>(`select count(*)::int as n from ${name}`);
  return rows[0]?.n ?? -1;
}

describe("transactions", () => {
  test("two connections' transactions do not mix", async () => {
    await table("mix");
    const [a, b] = [await client(), await client()];
    await a.query("begin");
    await a.query("insert into mix values (1)");
    const order: string[] = [];
    const second = (async () => {
      await b.query("begin");
      order.push("b began");
      const seen = await b.query("select id from mix order by id");
      await b.query("insert into mix values (3)");
      await b.query("rollback");
      return seen.rows;
    })();
    await a.query("insert into mix values (2)");
    await a.query("select pg_sleep(0.05)");
    order.push("a commits");
    await a.query("commit");
    expect(await second).toEqual([{ id: 1 }, { id: 2 }]);
    expect(order).toEqual(["a commits", "b began"]);
    expect(await count("mix")).toBe(2);
  });

  test("a client that vanishes in a transaction is rolled back and blocks nobody", async () => {
    await table("vanish");
    const a = await client();
    await a.query("begin");
    await a.query("insert into vanish values (1)");
    const waiting = count("vanish");
    (a as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    expect(await waiting).toBe(0);
  });

  test("an error in a transaction refuses its statements until the rollback, and no one else's", async () => {
    await table("broken");
    const [a, b] = [await client(), await client()];
    await a.query("begin");
    await a.query("insert into broken values (1)");
    const other = b.query("insert into broken values (2)");
    await expect(a.query("insert into broken values ($1)", [1])).rejects.toMatchObject({ code: "23505" });
    await expect(a.query("select 1")).rejects.toMatchObject({ code: "25P02" });
    await a.query("rollback");
    await other;
    expect(await count("broken")).toBe(1);
  });

  test("a connection that idles in a transaction while others wait is ended", async () => {
    await table("idle");
    const [a, b] = [await client(), await client()];
    const ended = new Promise<{ code?: string }>((resolve) => a.once("error", resolve));
    await a.query("begin");
    await a.query("insert into idle values (1)");
    expect((await b.query("select id from idle")).rows).toEqual([]);
    expect((await ended).code).toBe("25P03");
  });
});

describe("parallel clients", () => {
  test("50 of them get their own answers, errors and large parameters among them", async () => {
    const large = "x".repeat(300_000);
    const pool = poolOf(database.url, 50);
    const work = Array.from({ length: 50 }, async (_, i) => {
      for (let round = 0; round < 6; round += 1) {
        if (i % 5 === 0) {
          await expect(pool.query("select 1 / $1::int", [0])).rejects.toMatchObject({ code: "22012" });
        }
        const { rows } =
          i % 2 === 0
            ? await pool.query("select $1::int as own", [i])
            : await pool.query("select $1::int as own, length($2::text) as n", [i, large]);
        expect(rows[0]).toEqual(i % 2 === 0 ? { own: i } : { own: i, n: large.length });
      }
    });
    await Promise.all(work);
    await pool.end();
  });

  test("a prepared statement's name belongs to its connection", async () => {
    const name = "a name that both use, of the 63 characters Postgres compares";
    const [a, b] = [await client(), await client()];
    const ask = async (of: Client, text: string) => (await of.query({ name, text, values: ["7"] })).rows[0];
    for (let round = 0; round < 2; round += 1) {
      expect(await ask(a, "select $1::text as first")).toEqual({ first: "7" });
      expect(await ask(b, "select $1::int as second")).toEqual({ second: 7 });
    }
  });

  test("a closed connection leaves no prepared statement behind", async () => {
    const a = await client();
    await a.query({ name: "leftover", text: "select 'leftover'" });
    await a.end();
    const left = "select 1 from pg_prepared_statements where statement like '%''leftover''%'";
    const b = await client();
    await expect.poll(async () => (await b.query(left)).rowCount).toBe(0);
  });
});

test("a megabyte of text and of bytes comes back as it was", async () => {
  await table("large");
  const body = "ü€".repeat(2 ** 18);
  const bytes = Buffer.from(Uint8Array.from({ length: 2 ** 20 }, (_, i) => i % 256));
  const a = await client();
  const sql = "insert into large values (1, $1, $2) returning body, bytes";
  const { rows } = await a.query<{ body: string; bytes: Buffer }>(sql, [body, bytes]);
  expect(rows[0]?.body === body).toBe(true);
  expect(rows[0]?.bytes.equals(bytes)).toBe(true);
});

test("several statements in one query answer in order", async () => {
  const results = (await (await client()).query("select 1 as a; select 2 as b")) as unknown as {
    rows: unknown[];
  }[];
  expect(results.map(({ rows }) => rows)).toEqual([[{ a: 1 }], [{ b: 2 }]]);
});

test("nesting beyond Postgres' stack limit is an error of its statement, and of no other", async () => {
  const a = await client();
  for (const depth of [7_000, 20_000]) {
    const nested = "[".repeat(depth) + "]".repeat(depth);
    await expect(a.query("select $1::jsonb", [nested])).rejects.toMatchObject({ code: "54001" });
    await expect(a.query("select 1 / 0")).rejects.toMatchObject({ code: "22012" });
  }
});

test("COPY from the client is refused, and the session goes on", async () => {
  await table("copied");
  const refused = { message: expect.stringContaining("COPY FROM STDIN is not supported") };
  const a = await client();
  await expect(a.query("copy copied from stdin")).rejects.toMatchObject(refused);
  const prepared = a.query({ text: "copy copied from stdin", name: "c" });
  await expect(prepared).rejects.toMatchObject(refused);
  expect(await count("copied")).toBe(0);
});

test("bytes that are no protocol end their connection and no other", async () => {
  const host = new URL(database.url).searchParams.get("host");
  const sent = [
    Buffer.from("GET / HTTP/1.1\r\n\r\n"),
    Buffer.concat([startup("a", "b"), Buffer.from("Q\x00\x00\x00\x00")]),
  ];
  for (const bytes of sent) {
    const socket = connectSocket(`${host}/.s.PGSQL.5432`);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket
      .on("error", () => {})
      .resume()
      .write(bytes);
    await closed;
  }
  expect((await (await client()).query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("a table with many dead rows is vacuumed", async () => {
  await table("busy");
  const a = await client();
  await a.query("insert into busy select n from generate_series(1, 3000) n");
  await a.query("update busy set body = 'x'");
  const state = "select vacuum_count::int as n from pg_stat_user_tables where relname = 'busy'";
  await expect.poll(async () => (await a.query(state)).rows[0]?.n, { timeout: 20_000 }).toBeGreaterThan(0);
});
