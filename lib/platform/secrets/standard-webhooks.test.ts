import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { makeWebhookSecret, signedWebhookHeaders } from "./standard-webhooks";

const message = { id: "msg_1", body: '{"title":"Söße 🎉"}' };
const signed = (secrets: string[], at = new Date()) =>
  Object.fromEntries(signedWebhookHeaders({ ...message, at }, secrets));

test("a secret is whsec_ and 24 bytes, and another one each time", () => {
  expect(Buffer.from(makeWebhookSecret().replace(/^whsec_/, ""), "base64")).toHaveLength(24);
  expect(makeWebhookSecret()).not.toBe(makeWebhookSecret());
});

test("what is signed is valid for the library of the standard, with each of the secrets and no other", () => {
  const secrets = [makeWebhookSecret(), makeWebhookSecret()];
  const headers = signed(secrets);
  for (const each of secrets) expect(new Webhook(each).verify(message.body, headers)).toBeTruthy();
  expect(() => new Webhook(makeWebhookSecret()).verify(message.body, headers)).toThrow();
  expect(() => new Webhook(secrets[0] ?? "").verify(`${message.body}\n`, headers)).toThrow();
});

test("the library signs the same", () => {
  const secret = makeWebhookSecret();
  const at = new Date("2030-01-01T00:00:00.900Z");
  const signature = new Webhook(secret).sign(message.id, new Date("2030-01-01T00:00:00Z"), message.body);
  expect(signed([secret], at)).toEqual({
    ...{ "webhook-id": message.id, "webhook-timestamp": "1893456000", "webhook-signature": signature },
  });
});
