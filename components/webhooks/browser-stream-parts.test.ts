import { expect, test } from "vitest";
import { streamAddress } from "./browser-stream-parts";

test.each([
  ["ws://localhost:3000", "localhost", "ws://localhost:3000/ws/webhook/id?after=7"],
  ["ws://localhost:3000", "127.0.0.1", "ws://127.0.0.1:3000/ws/webhook/id?after=7"],
  ["wss://ws.example.com", "app.example.com", "wss://ws.example.com/ws/webhook/id?after=7"],
  ["wss://example.com/stream", "localhost", "wss://example.com/stream/ws/webhook/id?after=7"],
])("%s on a page of %s", (wsUrl, hostname, address) => {
  expect(streamAddress(`${wsUrl}/ws/webhook/id`, hostname, 7)).toBe(address);
});
