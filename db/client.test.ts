import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { connect, poolMax } from "./client";
import { quickName } from "./quick-name";

const authenticated = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const begun = Buffer.concat([Buffer.from([0x43, 0, 0, 0, 10]), Buffer.from("BEGIN\0"), readyForQuery]);

/** The parts of Postgres that beginning a transaction needs. */
async function startPostgres() {
  const sockets: Socket[] = [];
  /** What clients sent first: their parameters. */
  const greetings: string[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    socket.once("data", (greeting: Buffer) => {
      greetings.push(greeting.toString("utf8"));
      socket.write(Buffer.concat([authenticated, readyForQuery]));
      socket.on("data", (message: Buffer) => {
        if (message.toString("latin1", 0, 1) === "Q") socket.write(begun);
      });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    greetings,
    url: `postgres://nobody@127.0.0.1:${port}/nothing`,
    breakConnections: () => sockets.forEach((socket) => void socket.resetAndDestroy()),
    close: () => server.close(),
  };
}

it("a connection that breaks while a transaction holds it fails the transaction, not the process", async () => {
  const postgres = await startPostgres();
  const database = connect(postgres.url);
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  process.on("uncaughtException", note);
  try {
    const work = database.db.transaction(async () => {
      postgres.breakConnections();
      await sleep(100);
    });
    await expect(work).rejects.toThrow();
    expect(uncaught).toEqual([]);
  } finally {
    process.off("uncaughtException", note);
    await database.close();
    postgres.close();
  }
});

it("lists and jobs that hold all their connections leave quick queries theirs", async () => {
  const postgres = await startPostgres();
  const database = connect(postgres.url);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = Array.from({ length: poolMax }, () => database.db.transaction(() => released));
  try {
    await expect.poll(() => postgres.greetings.length).toBe(poolMax);
    // It answers nothing but the start of a transaction, which is what shows that there was a connection.
    await expect(database.quick.transaction(async () => "begun")).resolves.toBe("begun");
    expect(postgres.greetings.filter((greeting) => greeting.includes(quickName))).toHaveLength(1);
  } finally {
    release();
    await Promise.all(held);
    await database.close();
    postgres.close();
  }
});
