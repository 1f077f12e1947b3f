import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { headerOf } from "@/lib/operations/answer";
import { answerHandshake } from "./answer-handshake";
import { handshakePresets } from "./contract";

const settings = { handshakes: handshakePresets, metaVerifyToken: "meatyhamhock" };
const asking = { origin: undefined, requestId: "a-request" };
const url = "/api/webhook/abcdefghij123456";
const nothing = Buffer.alloc(0);
const slack = (bytes: Buffer) =>
  answerHandshake({ method: "POST", rawUrl: url, rawHeaders: [], body: bytes }, settings, asking);

test.each<[string, string]>([
  ["Content-Type", "text/plain; charset=utf-8"],
  ["X-Content-Type-Options", "nosniff"],
  ["Content-Security-Policy", "default-src 'none'; sandbox"],
  ["Cache-Control", "no-store"],
])("what is echoed says %s: %s", (name, value) => {
  const captured = { method: "GET", rawUrl: `${url}?challenge=abc`, rawHeaders: [], body: nothing };
  const { answer } = answerHandshake(captured, settings, asking) ?? {};
  expect(answer && headerOf(answer.headers, name.toLowerCase())).toBe(value);
  expect(String(answer?.body)).toBe("abc");
});

test("a refusal says nothing of the token", () => {
  const query = "?hub.mode=subscribe&hub.challenge=1&hub.verify_token=a";
  const captured = { method: "GET", rawUrl: url + query, rawHeaders: [], body: nothing };
  const { answer } = answerHandshake(captured, settings, asking) ?? {};
  expect(answer?.status).toBe(403);
  expect(String(answer?.body)).not.toContain("meaty");
});

test("a body is read up to 4 KiB, and as UTF-8 only", () => {
  const padded = (size: number) => {
    const start = '{"type":"url_verification","challenge":"abc","pad":"';
    return Buffer.from(`${start}${"x".repeat(size - start.length - 2)}"}`);
  };
  expect(slack(padded(4096))?.preset).toBe("slack");
  expect(slack(padded(4097))).toBeUndefined();
  const bytes = padded(100);
  bytes[90] = 0xff;
  expect(slack(bytes)).toBeUndefined();
});

test("no bytes make it throw", () => {
  const mark = Buffer.from('{"type":"url_verification","challenge":"');
  for (let round = 0; round < 5000; round += 1) {
    const bytes = randomBytes(round % 300);
    const text = bytes.toString("latin1");
    slack(Buffer.concat([mark, bytes, Buffer.from('"}')]));
    for (const method of ["GET", "POST", "OPTIONS"]) {
      answerHandshake(
        {
          method,
          rawUrl: `${url}?validationToken=${text}&challenge=${text}&hub.mode=subscribe&hub.challenge=${text}`,
          rawHeaders: [
            [text, text],
            ["webhook-request-origin", text],
          ],
          body: bytes,
        },
        settings,
        asking,
      );
    }
  }
});
