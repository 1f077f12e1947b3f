import { expect, it } from "vitest";
import { isServerDoor, send } from "./client";

const stream = "/ws/webhook/6b1f9a52-6f6e-4b1c-8f0e-0d6a4f0f8f11";

it("the address of a stream says over HTTP that it is for WebSockets", async () => {
  const answer = await send({ path: stream });
  expect(answer.status).toBe(426);
  expect(answer.headers.upgrade).toBe("websocket");
  expect(answer.json()).toMatchObject({ code: "upgrade_required", requestId: expect.any(String) });
  expect((await send({ path: "/ws/other" })).status).toBe(404);
});

it.skipIf(isServerDoor)(
  "where nobody holds WebSockets, whoever asks for one is told where it is",
  async () => {
    const headers = {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    };
    const answer = await send({ path: `${stream}?after=3`, headers });
    expect(answer.status).toBe(426);
    expect(JSON.stringify(answer.json())).toMatch(/Open ws:\/\/[^ ]+\/ws\/webhook\/6b1f9a52/);
  },
);
