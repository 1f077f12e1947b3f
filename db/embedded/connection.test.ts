import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { expect, test } from "vitest";
import { quickName } from "../quick-name";
import { Connection } from "./connection";

/** A start-up packet of version 3 with these parameters. */
function startup(parameters: Record<string, string>): Buffer {
  const text = Object.entries(parameters).flat().join("\0");
  const packet = Buffer.concat([Buffer.alloc(8), Buffer.from(`${text}\0\0`)]);
  packet.writeInt32BE(packet.length, 0);
  packet.writeInt32BE(3 << 16, 4);
  return packet;
}

test.each([
  [{ user: "postgres", application_name: quickName }, true],
  [{ application_name: quickName, user: "postgres" }, true],
  [{ user: quickName, application_name: "psql" }, false],
  [{ user: "postgres" }, false],
])("a connection that introduces itself as %o is quick: %s", (parameters, isQuick) => {
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  const events = { greeting: Buffer.from("welcome"), onBatch: () => {}, onClose: () => {} };
  const connection = new Connection(socket as unknown as Socket, events);
  socket.emit("data", startup(parameters));
  expect(connection.isQuick).toBe(isQuick);
  socket.destroy();
});
