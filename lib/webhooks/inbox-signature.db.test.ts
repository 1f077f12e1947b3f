import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { webhooks } from "@/db/schema/webhooks";
import { insertCrew } from "@/lib/auth/fixtures/caller";
import { env } from "@/lib/platform/env/env";
import { seal } from "@/lib/platform/secrets/seal";
import { Webhook } from "./contract";
import { handleCreateWebhook } from "./create-webhook";
import type { GivenSignature } from "./signatures/contract";
import { judge } from "./signatures/judge";
import { requestOf } from "./signatures/sample-check";
import { signatureCheckOf, tailOf } from "./signatures/stored-signature";
import { handleUpdateWebhook } from "./update-webhook";

const secret = "It's a Secret to Everybody";
const request = requestOf({
  headers: {
    "x-hub-signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
  },
  body: "Hello, World!",
});
const github = { scheme: "github" as const, secret };

let close: () => Promise<void>;
let crew: Awaited<ReturnType<typeof insertCrew>>;
let webhookId: string;

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  crew = await insertCrew();
  const projectId = crew.project.id;
  const made = await crew.member.call(handleCreateWebhook, { projectId, name: "Hub", signature: github });
  webhookId = Webhook.parse(made).id;
});

type Sent = Partial<NonNullable<GivenSignature>> | null;
async function update(signature: Sent | undefined, fields: { name?: string } = {}) {
  const changed = await crew.member.call(handleUpdateWebhook, {
    ...{ projectId: crew.project.id, webhookId, ...fields },
    ...(signature !== undefined && { signature: signature as GivenSignature }),
  });
  return Webhook.parse(changed);
}
async function stored() {
  const [row] = await db().select().from(webhooks).where(eq(webhooks.id, webhookId));
  if (!row) throw new Error("The inbox is gone");
  return row;
}
async function verdict(): Promise<string> {
  const check = signatureCheckOf(await stored());
  return check ? (await judge(check, request)).verdict : "none";
}

test("a secret is sealed, and only its end is ever shown", async () => {
  const shown = await update(undefined, { name: "Hub 2" });
  expect(shown.signature).toEqual({ scheme: "github", secretTail: "body", refuse: false });
  expect(JSON.stringify([shown, await stored()])).not.toContain("Secret to");
  expect(await verdict()).toBe("valid");
});

test.each<[string, Sent, string]>([
  ["no secret", { scheme: "github", refuse: true }, "valid"],
  ["what was read", { scheme: "github", secretTail: "body", refuse: true }, "valid"],
  ["another secret", { scheme: "github", secret: "hush" }, "wrong"],
  ["the same with a line break behind it", { scheme: "github", secret: `${secret}\n` }, "valid"],
  ["null", null, "none"],
])("given %s, the check is %j", async (_, signature, expected) => {
  await update(signature);
  expect(await verdict()).toBe(expected);
});

test.each<[string, Sent]>([
  ["of another scheme", { scheme: "shopify" }],
  ["that is no longer stored", { scheme: "github", secretTail: "ABCD" }],
])("a secret %s has to be given", async (_, signature) => {
  await expect(update(signature)).rejects.toMatchObject({
    code: "invalid_request",
    issues: [{ path: "signature.secret" }],
  });
  expect(await verdict()).toBe("valid");
});

test("a secret opens for its own inbox only", async () => {
  const check = signatureCheckOf({ ...(await stored()), id: crew.project.id });
  expect(check && (await judge(check, request)).verdict).toBe("unchecked");
});

test("what a previous secret of the installation sealed is read, and sealed anew by the next change", async () => {
  const before = "the secret before this one, long enough";
  const signatureSecret = seal(secret, `webhooks/${webhookId}/signature`, before);
  await db().update(webhooks).set({ signatureSecret }).where(eq(webhooks.id, webhookId));
  expect(await verdict()).toBe("unchecked");
  env().authSecretsBefore.push(before);
  try {
    expect(await verdict()).toBe("valid");
    await update(undefined, { name: "Hub 3" });
  } finally {
    env().authSecretsBefore.pop();
  }
  expect(await verdict()).toBe("valid");
});

test.each([
  ["whsec_0123456789abcdef", "cdef"],
  ["eightlet", "et"],
  ["four", "r"],
  ["abc", ""],
])("of %j the end %j is shown, which is a quarter at most", (whole, tail) => {
  expect(tailOf(whole)).toBe(tail);
});
