import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { invitations, teamMembers } from "@/db/schema/teams";
import { type Caller, type Person, person } from "@/lib/auth/fixtures/caller";
import { handleAcceptInvitation } from "./accept-invitation";
import { handleCreateInvitation } from "./create-invitation";
import { demote, insertAdmins, remove } from "./fixtures";
import { handleSendInvitation } from "./send-invitation";

let close: () => Promise<void>;
let teamId: string;
let owner: Person;
let evil: Person;
let accomplice: Person;

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  ({ teamId, owner, evil } = await insertAdmins());
  accomplice = await person();
});

const invite = (by: Caller, { email }: { email: string }) =>
  by.call(handleCreateInvitation, { teamId, email, role: "admin" }) as Promise<{ id: string; token: string }>;
const accept = (by: Caller, { token }: { token: string }) => by.call(handleAcceptInvitation, { token });
const leave = (team: string, _: Caller, self: Person) => remove(team, self, self);

async function admins(): Promise<string[]> {
  const rows = await db().select().from(teamMembers).where(eq(teamMembers.teamId, teamId));
  return rows.filter(({ role }) => role === "admin").map(({ userId }) => userId);
}

const losses: [string, (team: string, by: Caller, whom: Person) => Promise<unknown>][] = [
  ["demoted", demote],
  ["removed", remove],
  ["gone", leave],
];

describe.each(losses)("who is %s", (_, lose) => {
  test("leaves no open invitation behind, neither their own nor one to their address", async () => {
    const open = [await invite(evil, accomplice), await invite(owner, { email: evil.email.toUpperCase() })];
    const kept = await invite(owner, { email: "guest@example.com" });
    await lose(teamId, owner, evil);
    for (const invitation of open) {
      for (const each of [evil, accomplice]) {
        await expect(accept(each, invitation)).rejects.toMatchObject({ code: "gone" });
      }
    }
    expect(await admins()).toEqual([owner.id]);
    const ofTeam = and(eq(invitations.teamId, teamId), isNull(invitations.revokedAt));
    const left = await db().select().from(invitations).where(ofTeam);
    expect(left.map(({ id }) => id)).toEqual([kept.id]);
  });

  test("loses those from before makers were kept", async () => {
    const old = await invite(evil, accomplice);
    await db().update(invitations).set({ createdBy: null }).where(eq(invitations.id, old.id));
    await lose(teamId, owner, evil);
    await expect(accept(accomplice, old)).rejects.toMatchObject({ code: "gone" });
  });

  test("ends the links that they sent again, whoever made them first", async () => {
    const { id } = await invite(owner, accomplice);
    const sent = (await evil.call(handleSendInvitation, { teamId, invitationId: id })) as { token: string };
    await lose(teamId, owner, evil);
    await expect(accept(accomplice, sent)).rejects.toMatchObject({ code: "gone" });
    const again = owner.call(handleSendInvitation, { teamId, invitationId: id });
    await expect(again).rejects.toMatchObject({ code: "conflict" });
    expect(await admins()).toEqual([owner.id]);
  });

  test("gets nobody in who accepts or is invited at the same moment", async () => {
    const back = await invite(owner, evil);
    const made: Promise<{ token: string }>[] = Array.from({ length: 4 }, () => invite(evil, accomplice));
    await Promise.allSettled([accept(evil, back), ...made.slice(0, 2), lose(teamId, owner, evil), ...made]);
    for (const each of await Promise.allSettled(made)) {
      if (each.status === "fulfilled") await accept(accomplice, each.value).catch(() => {});
    }
    expect(await admins()).toEqual([owner.id]);
  });
});
