import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { connect } from "./client";

const authenticated = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const begun = Buffer.concat([Buffer.from([0x43, 0, 0, 0, 10]), Buffer.from("BEGIN\0"), readyForQuery]);

/** The parts of Postgres that beginning a transaction needs. */
async function startPostgres() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write(Buffer.concat([authenticated, readyForQuery]));
      socket.on("data", () => socket.write(begun));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
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
