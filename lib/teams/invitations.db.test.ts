import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertTeam } from "@/db/fixtures/rows";
import { invitations, teamMembers } from "@/db/schema/teams";
import { type Caller, clock, person, personOf } from "@/lib/auth/fixtures/caller";
import { handleAcceptInvitation } from "./accept-invitation";
import { handleCreateInvitation } from "./create-invitation";
import { handleDeleteInvitation } from "./delete-invitation";
import { handleListInvitations } from "./list-invitations";

let close: () => Promise<void>;
let teamId: string;
let admin: Caller;
const start = clock.now;
const days = 24 * 60 * 60 * 1000;
const at = (ms: number) => {
  clock.now = new Date(start.getTime() + ms);
};

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  teamId = (await insertTeam()).id;
  admin = await personOf(teamId, "admin");
});
afterEach(() => at(0));

type Made = { id: string; token: string };
const inviteBy = (by: Caller, email: string, role?: "admin" | "member") =>
  by.call(handleCreateInvitation, { teamId, email, ...(role && { role }) }) as Promise<Made>;
const invite = (guest: { email: string }, role?: "admin" | "member") => inviteBy(admin, guest.email, role);
const stranger = { email: "guest@example.com" };
const accept = (by: Caller, { token }: { token: string }) => by.call(handleAcceptInvitation, { token });
const open = async () => (await admin.call(handleListInvitations, { teamId })).items;

async function members(): Promise<Record<string, string>> {
  const rows = await db().select().from(teamMembers).where(eq(teamMembers.teamId, teamId));
  return Object.fromEntries(rows.map(({ userId, role }) => [userId, role]));
}

describe("an invitation", () => {
  test.each(["admin", "member"] as const)("makes the invited person a member, as %s", async (role) => {
    const guest = await person();
    expect(await accept(guest, await invite(guest, role))).toMatchObject({ id: teamId, role });
    expect((await members())[guest.id]).toBe(role);
    expect(await open()).toEqual([]);
  });

  test("invites members where no role is named", async () => {
    const guest = await person();
    await accept(guest, await invite(guest));
    expect((await members())[guest.id]).toBe("member");
  });

  test("works for its own address alone, in any letter case", async () => {
    const [guest, other] = [await person(), await person()];
    const invitation = await invite({ email: guest.email.toUpperCase() });
    await expect(accept(other, invitation)).rejects.toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("another e-mail address"),
    });
    expect(Object.keys(await members())).not.toContain(other.id);
    expect(await accept(guest, invitation)).toMatchObject({ id: teamId });
  });

  test("works once", async () => {
    const guest = await person();
    const invitation = await invite(guest);
    await accept(guest, invitation);
    await expect(accept(guest, invitation)).rejects.toMatchObject({
      code: "gone",
      message:
        "This invitation was used already. If that was you, sign in and go to the team; otherwise ask one of its admins for a new one.",
    });
  });

  test("works once for many at once, too", async () => {
    const guest = await person();
    const invitation = await invite(guest);
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => accept(guest, invitation)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(Object.keys(await members())).toHaveLength(2);
  });

  test("works for seven days, and not a moment longer", async () => {
    const [first, second] = [await person(), await person()];
    const [early, late] = [await invite(first), await invite(second)];
    at(7 * days - 1);
    await accept(first, early);
    at(7 * days);
    expect(await open()).toEqual([]);
    await expect(accept(second, late)).rejects.toMatchObject({
      code: "gone",
      message: "This invitation has expired. Ask an admin of the team for a new one.",
    });
    expect(Object.keys(await members())).toHaveLength(2);
  });

  test("takes no role from whoever is an admin already", async () => {
    const colleague = await personOf(teamId, "admin");
    await accept(colleague, await invite(colleague, "member"));
    expect((await members())[colleague.id]).toBe("admin");
  });

  test("is found by its token alone, which is not stored", async () => {
    const { id, token } = await invite(stranger);
    await expect(accept(await person(), { token: `${token}x` })).rejects.toMatchObject({ code: "not_found" });
    const [row] = await db().select().from(invitations).where(eq(invitations.id, id));
    expect(JSON.stringify(row)).not.toContain(token);
    await expect(accept(await person(), { token: row?.tokenHash ?? "" })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("is revoked by admins of its own team, as long as nobody used it", async () => {
    const invitation = await invite(stranger);
    const { id: invitationId } = invitation;
    const otherTeam = (await insertTeam()).id;
    const otherAdmin = await personOf(otherTeam, "admin");
    const revoke = (by: Caller, of: string) => by.call(handleDeleteInvitation, { teamId: of, invitationId });
    await expect(revoke(otherAdmin, otherTeam)).rejects.toMatchObject({ code: "not_found" });
    await revoke(admin, teamId);
    await expect(accept(await person(), invitation)).rejects.toMatchObject({
      code: "gone",
      message: "This invitation was revoked. Ask an admin of the team for a new one.",
    });
    const guest = await person();
    const used = await invite(guest);
    await accept(guest, used);
    await expect(admin.call(handleDeleteInvitation, { teamId, invitationId: used.id })).rejects.toMatchObject(
      { code: "not_found" },
    );
  });
});
