import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { rateLimits } from "@/db/schema/auth";
import { signIn, signInAlias } from "./contract";
import { anonymous, inMs } from "./fixtures/caller";
import { admitSignIn, countEntrance, delayMs, failuresOf } from "./sign-in-limits";

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());

const from = (clientAddress: string) => ({ ...anonymous.ctx(), clientAddress });
const storedKeys = async () => (await db().select().from(rateLimits)).map(({ key }) => key).sort();

test("the first attempts at an account wait for nothing, later ones ever longer, and none for long", () => {
  const delays = Array.from({ length: 200 }, (_, attempts) => delayMs(attempts));
  expect(delays.slice(0, 11)).toEqual(Array(11).fill(0));
  expect(delays).toEqual(delays.toSorted((one, other) => one - other));
  expect(delays[60]).toBeGreaterThan(delays[20] ?? 0);
  expect(Math.max(...delays)).toBeLessThanOrEqual(2000);
});

test.each([signIn, signInAlias])("$id accepts nothing but an email address", ({ body }) => {
  const isAccepted = (email: string) => body.safeParse({ email, password: "x" }).success;
  expect(isAccepted("victim@example.com")).toBe(true);
  expect(isAccepted("victim@example.com from 203.0.113.7")).toBe(false);
  expect(isAccepted("address 203.0.113.7")).toBe(false);
});

test("failures count for one email address and one client, whatever the email field contains", async () => {
  await db().delete(rateLimits);
  const attacker = from("198.51.100.1");
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const ctx = from(`198.51.100.${attempt}`);
    await admitSignIn(ctx, "victim@example.com from 203.0.113.7");
    await admitSignIn(ctx, "address 203.0.113.7");
  }
  for (const key of ["sign-in victim@example.com from 203.0.113.7", "sign-in address 203.0.113.7"]) {
    expect(await storedKeys()).not.toContain(key);
  }
  await countEntrance(attacker);
  await admitSignIn(attacker, "Victim@example.com");
  expect(await storedKeys()).toEqual(
    expect.arrayContaining([
      "sign-in address 198.51.100.1",
      "sign-in victim@example.com",
      "sign-in victim@example.com from 198.51.100.1",
    ]),
  );
});

test("the failures of an account are those of its exact email address", async () => {
  await db().delete(rateLimits);
  const others = [
    "sign-in ada@example.co",
    "sign-in ada@example.com.au",
    "sign-in ada@example.com.au from 203.0.113.7",
    "sign-in ada@example.com%20from%20x",
    "sign-in address 203.0.113.7",
    "sign-in adaXexample.com from 203.0.113.7",
  ];
  const own = ["sign-in ada@example.com", "sign-in ada@example.com from 203.0.113.7"];
  const row = { count: 1, resetAt: inMs(60_000) };
  await db()
    .insert(rateLimits)
    .values([...others, ...own].map((key) => ({ key, ...row })));
  await db().delete(rateLimits).where(failuresOf("ada@example.com"));
  expect(await storedKeys()).toEqual(others.toSorted());
});
