import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { makeWebhookSecret, signedWebhookHeaders } from "@/lib/platform/secrets/standard-webhooks";
import { releaseEvents } from "./contract";
import { eventBody } from "./event-body";

type Check = (headers: Record<string, string>, body: Buffer, secret: string, now?: number) => boolean;

const page = readFileSync("docs/release-webhooks.md", "utf8");
const block = (language: string) =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? expect.fail(language);

async function documentedCheck(): Promise<Check> {
  const file = `data:text/javascript;base64,${Buffer.from(block("js")).toString("base64")}`;
  return ((await import(/* @vite-ignore */ file)) as { isFromFieldkit: Check }).isFromFieldkit;
}

const at = new Date("2030-01-01T00:00:00Z");
const body = '{"title":"Söße 🎉"}';
const headersFor = (...secrets: string[]) =>
  Object.fromEntries(signedWebhookHeaders({ id: "1", at, body }, secrets));

test("the documented check believes what is signed, in time, with the secret or the one before", async () => {
  const isFromFieldkit = await documentedCheck();
  const [secret, other] = [makeWebhookSecret(), makeWebhookSecret()];
  const check = (headers: Record<string, string>, text = body, ms = 0) =>
    isFromFieldkit(headers, Buffer.from(text), secret, at.getTime() + ms);
  expect(check(headersFor(secret))).toBe(true);
  expect(check(headersFor(other, secret))).toBe(true);
  expect(check(headersFor(secret), body, 299_000)).toBe(true);
  expect(check(headersFor(secret), body, 301_000)).toBe(false);
  expect(check(headersFor(secret), body, -301_000)).toBe(false);
  expect(check(headersFor(other))).toBe(false);
  expect(check(headersFor(secret), `${body} `)).toBe(false);
  expect(check({ ...headersFor(secret), "webhook-id": "2" })).toBe(false);
  expect(check({})).toBe(false);
  expect(check({ ...headersFor(secret), "webhook-signature": "v1," })).toBe(false);
});

test("the documented event has the fields that events have", () => {
  const shown = JSON.parse(block("json"));
  const release = { ...shown.data.release, publishedAt: at, updatedAt: at };
  const made = JSON.parse(eventBody({ type: "release.published", at, url: null, ...shown.data, release }));
  expect(Object.keys(shown)).toEqual(Object.keys(made));
  expect(Object.keys(shown.data)).toEqual(Object.keys(made.data));
  expect(Object.keys(shown.data.release)).toEqual(Object.keys(made.data.release));
});

test("every event is documented", () => {
  for (const event of releaseEvents) expect(page).toContain(`| \`${event}\``);
});
