import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { sessions } from "@/db/schema/auth";
import { transaction } from "@/lib/operations/context";
import { endAccess } from "./end-access";
import { keyOf, person } from "./fixtures/caller";
import { holdSession, lockAccount, whileAccessLasts } from "./lock-account";

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());

const recover = (userId: string) => db().transaction((tx) => endAccess(tx, userId, "password reset"));

test("whileAccessLasts undoes work during which the owner took the account back", async () => {
  const ada = await person();
  const undone: string[] = [];
  const work = async () => {
    await recover(ada.id);
    return "passkey";
  };
  const undo = async (_: unknown, made: string) => void undone.push(made);
  await expect(whileAccessLasts(ada.ctx(), work, undo)).rejects.toMatchObject({ code: "unauthorized" });
  expect(undone).toEqual(["passkey"]);
});

test("whileAccessLasts keeps work that nothing interrupts", async () => {
  const ada = await person();
  const undo = async () => expect.fail("nothing to undo");
  expect(await whileAccessLasts(ada.ctx(), async () => "passkey", undo)).toBe("passkey");
});

test("neither lockAccount, holdSession nor whileAccessLasts begins for a session that has ended", async () => {
  const ada = await person();
  await db().delete(sessions).where(eq(sessions.userId, ada.id));
  const locked = transaction(ada.ctx(), (ctx) => lockAccount(ctx));
  await expect(locked).rejects.toMatchObject({ code: "unauthorized" });
  await expect(holdSession(ada.ctx())).rejects.toMatchObject({ code: "unauthorized" });
  const work = async () => expect.fail("must not begin");
  await expect(whileAccessLasts(ada.ctx(), work, work)).rejects.toMatchObject({ code: "unauthorized" });
});

test("holdSession lets through a key, and what was scheduled by somebody who has no session any more", async () => {
  const ada = await person();
  if (ada.actor.kind !== "user") return expect.fail();
  await db().delete(sessions).where(eq(sessions.userId, ada.id));
  await holdSession({ db: db(), actor: { ...ada.actor, sessionId: "" } });
  await holdSession(keyOf("01a22019-778e-7698-b271-602b3a2cf2c4").ctx());
});
