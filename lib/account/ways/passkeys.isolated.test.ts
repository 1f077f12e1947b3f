import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { passkeys } from "@/db/schema/auth";
import { handleAddPasskey } from "@/lib/account/ways/passkeys";
import { person } from "@/lib/auth/fixtures/caller";
import { ask } from "@/lib/auth/forward";
import { jsonAnswer } from "@/lib/operations/answer";
import { AppError } from "@/lib/operations/errors";

const most = 3;
vi.stubEnv("QUOTAS", `passkeys=${most}`);
vi.mock("@/lib/auth/forward", () => ({ ask: vi.fn() }));

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());

test("of many passkeys that are added at once, as many stay as the quota allows", async () => {
  const ada = await person();
  const count = 6;
  let asked = 0;
  let allAsked = () => {};
  const all = new Promise<void>((resolve) => {
    allAsked = resolve;
  });
  // Stands for better-auth, which writes the row: all of them find room before the first is written.
  vi.mocked(ask).mockImplementation(async () => {
    asked += 1;
    if (asked === count) allAsked();
    await all;
    const id = uuidv7();
    const key = {
      credentialID: id,
      publicKey: "key",
      counter: 0,
      deviceType: "singleDevice",
      backedUp: false,
    };
    await db()
      .insert(passkeys)
      .values({ id, userId: ada.id, name: "Key", createdAt: new Date(), ...key });
    return jsonAnswer({ id });
  });
  const add = () =>
    ada
      .call(handleAddPasskey, { name: "Key", response: { id: "none", type: "public-key" } })
      .then(() => "added")
      .catch((error) => (error instanceof AppError ? error.code : String(error)));
  const answers = await Promise.all(Array.from({ length: count }, add));
  expect(answers.filter((answer) => answer === "added")).toHaveLength(most);
  expect(answers.filter((answer) => answer === "quota_exceeded")).toHaveLength(count - most);
  expect(await db().$count(passkeys, eq(passkeys.userId, ada.id))).toBe(most);
});
