import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertTeam } from "@/db/fixtures/rows";
import { users } from "@/db/schema/auth";
import { invitations, teams } from "@/db/schema/teams";
import { clock, inMs, type Person, person } from "@/lib/auth/fixtures/caller";
import { Answer } from "@/lib/operations/answer";
import { handleExportAccount } from "./export-account";

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());

async function invite(email: string, acceptedAt: Date | null) {
  const team = await insertTeam();
  await db()
    .insert(invitations)
    .values({
      ...{ id: uuidv7(), teamId: team.id, email, role: "member", tokenHash: uuidv7(), acceptedAt },
      ...{ expiresAt: inMs(86_400_000), createdAt: clock.now, updatedAt: clock.now },
    });
  await db().update(teams).set({ name: team.id }).where(eq(teams.id, team.id));
  return team.id;
}

/** An account made now, with an open invitation and with one accepted before and one after it was made. */
async function invited(emailVerified: boolean) {
  const guest = await person();
  await db().update(users).set({ emailVerified, createdAt: clock.now }).where(eq(users.id, guest.id));
  const former = await invite(guest.email, inMs(-60_000));
  const own = await invite(guest.email, inMs(60_000));
  const open = await invite(guest.email.toUpperCase(), null);
  return { guest, former, own, open };
}

async function teamsShownTo(guest: Person): Promise<string[]> {
  const answer = await guest.run(handleExportAccount, {});
  if (!(answer instanceof Answer)) throw new Error("no file");
  const { invitationsReceived } = JSON.parse(answer.text) as { invitationsReceived: { team: string }[] };
  return invitationsReceived.map(({ team }) => team).sort();
}

test("an export with a verified address lists every invitation to it", async () => {
  const { guest, former, own, open } = await invited(true);
  expect(await teamsShownTo(guest)).toEqual([former, own, open].sort());
});

test("an export with an unverified address lists only invitations that its account accepted", async () => {
  const { guest, own } = await invited(false);
  expect(await teamsShownTo(guest)).toEqual([own]);
});
