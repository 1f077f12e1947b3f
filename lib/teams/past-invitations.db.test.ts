import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertTeam } from "@/db/fixtures/rows";
import { invitations } from "@/db/schema/teams";
import { anonymous, clock, inMs, type Person, person, personOf } from "@/lib/auth/fixtures/caller";
import { handleAcceptInvitation } from "./accept-invitation";
import { handleCreateInvitation } from "./create-invitation";
import { handleDeleteInvitation } from "./delete-invitation";
import { handleGetInvitation } from "./get-invitation";
import { handleListInvitations } from "./list-invitations";
import { pastMax, pruneInvitations } from "./prune-invitations";
import { handleSendInvitation } from "./send-invitation";

let close: () => Promise<void>;
let teamId: string;
let admin: Person;
const start = clock.now;
const dayMs = 24 * 60 * 60 * 1000;

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  teamId = (await insertTeam()).id;
  admin = await personOf(teamId, "admin");
});
afterEach(() => {
  clock.now = start;
});

type Made = { id: string; token: string };
const states = ["open", "accepted", "expired", "revoked"] as const;
type State = (typeof states)[number];

const invite = ({ email }: { email: string }) =>
  admin.call(handleCreateInvitation, { teamId, email }) as Promise<Made>;
const accept = (by: Person, { token }: Made) => by.call(handleAcceptInvitation, { token });
const revoke = ({ id }: Made) => admin.call(handleDeleteInvitation, { teamId, invitationId: id });
const send = ({ id }: Made) =>
  admin.call(handleSendInvitation, { teamId, invitationId: id }) as Promise<Made>;
const look = ({ token }: Pick<Made, "token">) => anonymous.call(handleGetInvitation, { token });

/** An invitation in each state. */
async function oneOfEach(): Promise<Record<State, Made>> {
  const guest = await person();
  const [expired, accepted, revoked] = [await invite(guest), await invite(guest), await invite(guest)];
  await accept(guest, accepted);
  await revoke(revoked);
  clock.now = inMs(7 * dayMs);
  return { expired, accepted, revoked, open: await invite(guest) };
}

describe("an invitation that is over", () => {
  test("is listed by its state, with who made it and when it ended; without one, the open ones are", async () => {
    const made = await oneOfEach();
    const listed = async (state?: State) =>
      (await admin.call(handleListInvitations, { teamId, ...(state && { state }) })).items;
    const maker = { createdBy: "Ada" };
    for (const state of states) {
      expect(await listed(state)).toMatchObject([{ id: made[state].id, state, ...maker }]);
    }
    expect(await listed()).toMatchObject([{ id: made.open.id, state: "open" }]);
    const times = { acceptedAt: null, revokedAt: null };
    expect(await listed("accepted")).toMatchObject([{ ...times, acceptedAt: start.toISOString() }]);
    expect(await listed("revoked")).toMatchObject([{ ...times, revokedAt: start.toISOString() }]);
    expect(await listed("expired")).toMatchObject([times]);
  });

  test("says to whoever has its link what happened and where to go", async () => {
    const made = await oneOfEach();
    expect(await look(made.open)).toMatchObject({ teamName: "Team", invitedBy: "Ada", role: "member" });
    for (const [state, word] of [
      ["accepted", "was used already"],
      ["expired", "has expired"],
      ["revoked", "was revoked"],
    ] as const) {
      const message = expect.stringMatching(new RegExp(`^This invitation ${word}.*admin`));
      await expect(look(made[state])).rejects.toMatchObject({ code: "gone", message });
    }
    await expect(look({ token: "unknown" })).rejects.toMatchObject({ code: "not_found" });
  });

  test("is kept for 90 days after its end, and an open one is never touched", async () => {
    const made = await oneOfEach();
    const left = async () => {
      const rows = await db().select().from(invitations).where(eq(invitations.teamId, teamId));
      return rows.map(({ id }) => id).sort();
    };
    const ids = (...of: State[]) => of.map((state) => made[state].id).sort();
    await pruneInvitations(db(), new Date(start.getTime() + 90 * dayMs));
    expect(await left()).toEqual(ids(...states));
    await pruneInvitations(db(), new Date(start.getTime() + 90 * dayMs + 1));
    expect(await left()).toEqual(ids("open", "expired"));
    await pruneInvitations(db(), new Date(start.getTime() + 97 * dayMs + 1));
    expect(await left()).toEqual(ids("open"));
  });
});

test("of a team's past invitations the newest thousand are kept, and all open ones", async () => {
  const { open, expired } = await oneOfEach();
  const old = (place: number) => new Date(clock.now.getTime() - (place + 10) * 1000);
  const rows = Array.from({ length: pastMax + 5 }, (_, place) => ({
    ...{ id: uuidv7(), teamId, email: `past${place}@example.com`, role: "member" as const },
    ...{ tokenHash: `${teamId} ${place}`, expiresAt: inMs(dayMs), revokedAt: old(place) },
  }));
  await db().insert(invitations).values(rows);
  await pruneInvitations(db(), clock.now);
  const left = await db().select().from(invitations).where(eq(invitations.teamId, teamId));
  expect(left).toHaveLength(pastMax + 1);
  const ids = new Set(left.map(({ id }) => id));
  expect([open, expired, ...rows].map(({ id }) => ids.has(id))).toEqual([
    ...[true, true],
    ...rows.map((_, place) => place < pastMax - 1),
  ]);
});

describe("sending again", () => {
  test.each(["open", "expired"] as const)(
    "makes a new link of an %s one, and the old one is unknown",
    async (state) => {
      const old = (await oneOfEach())[state];
      const sent = await send(old);
      expect(sent).toMatchObject({ id: old.id, state: "open" });
      expect(sent.token).not.toBe(old.token);
      await expect(look(old)).rejects.toMatchObject({ code: "not_found" });
      expect(await look(sent)).toMatchObject({ expiresAt: inMs(7 * dayMs).toISOString() });
    },
  );

  test.each(["accepted", "revoked"] as const)("is refused for one that is %s", async (state) => {
    await expect(send((await oneOfEach())[state])).rejects.toMatchObject({ code: "conflict" });
  });

  test("is refused to members, and for another team's", async () => {
    const made = await invite({ email: "guest@example.com" });
    const member = await personOf(teamId, "member");
    const asked = { teamId, invitationId: made.id };
    await expect(member.call(handleSendInvitation, asked)).rejects.toMatchObject({ code: "forbidden" });
    const elsewhere = (await insertTeam()).id;
    const stranger = await personOf(elsewhere, "admin");
    const foreign = stranger.call(handleSendInvitation, { ...asked, teamId: elsewhere });
    await expect(foreign).rejects.toMatchObject({ code: "not_found" });
  });
});

test("of an acceptance and a revocation at the same time one happens", async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const guest = await person();
    const made = await invite(guest);
    const results = await Promise.allSettled([accept(guest, made), revoke(made)]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  }
});
