import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { pieceBytes, textMessage } from "./text-message";

let server: WebSocketServer;
let client: WebSocket;
/** The server's end of the client's connection. */
let write: (bytes: Buffer) => void;

beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [, { socket }] = await once(server, "connection");
  write = (bytes) => socket.write(bytes);
});
afterAll(async () => {
  client.terminate();
  await new Promise((resolve) => server.close(resolve));
});

const payloadMax = pieceBytes - 4;
const ping = Buffer.from([0x89, 0]);

it.each([
  ...[0, 1, 125, 126, 127, 65_000],
  ...[payloadMax - 1, payloadMax, payloadMax + 1, payloadMax + 125, payloadMax + 126],
  ...[2 * payloadMax, 2 * payloadMax + 1, 1_000_000],
])("a client reads %i bytes as one text message, with a ping after each piece", async (bytes) => {
  const text = "é".repeat(Math.floor(bytes / 2)) + "x".repeat(bytes % 2);
  const message = textMessage(text);
  const received = once(client, "message");
  for (let at = 0; at < message.byteLength; at += pieceBytes) {
    write(message.subarray(at, at + pieceBytes));
    write(ping);
  }
  const [data, isBinary] = await received;
  expect(String(data) === text).toBe(true);
  expect(isBinary).toBe(false);
});

it("messages that are joined are read one by one", async () => {
  const texts = ["one", "", "three".repeat(100)];
  const received: string[] = [];
  client.on("message", (data) => received.push(String(data)));
  write(Buffer.concat(texts.map(textMessage)));
  await expect.poll(() => received).toEqual(texts);
});
