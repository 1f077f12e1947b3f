import { and, eq, inArray, like } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertMember, insertProject, insertSession, insertTeam, insertUser } from "@/db/fixtures/rows";
import {
  accounts,
  passkeys,
  sessions,
  signInPlaces,
  twoFactors,
  users,
  verifications,
} from "@/db/schema/auth";
import { apiKeys, keyCodes } from "@/db/schema/keys";
import { invitations, teams } from "@/db/schema/teams";
import { type AccessEvent, accessEvents, endAccess } from "./end-access";
import { createMailedLink } from "./mailed-links";

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());

const [before, since, now] = [new Date("2030-01-01"), new Date("2030-02-01"), new Date("2030-03-01")];
const later = new Date("2040-01-01");

/** An account with everything that its owner, or somebody else, can leave behind. */
async function insertAccount() {
  const { id: userId } = await insertUser();
  await db().update(users).set({ twoFactorEnabled: true }).where(eq(users.id, userId));
  const own = await insertSession(userId);
  await insertSession(userId, "passkey:key");
  await insertSession(userId, null);
  for (const purpose of ["reset-password", "change-email", "restore-email"] as const) {
    const details = { provesAddress: true, email: "x@example.com", sessionId: own, wasVerified: true };
    await createMailedLink(db(), purpose, { userId, details, now, lastsMs: 1000 });
  }
  const row = { identifier: uuidv7(), expiresAt: later };
  await db()
    .insert(verifications)
    .values({ ...row, id: uuidv7(), value: userId });
  const link = JSON.stringify({ link: { userId } });
  await db()
    .insert(verifications)
    .values({ ...row, id: uuidv7(), value: link, userId });
  const key = { userId, publicKey: "key", counter: 0, deviceType: "singleDevice", backedUp: false };
  for (const createdAt of [before, now]) {
    await db()
      .insert(passkeys)
      .values({ id: uuidv7(), credentialID: uuidv7(), ...key, createdAt });
    const account = { id: uuidv7(), accountId: uuidv7(), userId, createdAt };
    const providerId = createdAt === before ? "github" : "google";
    await db()
      .insert(accounts)
      .values({ ...account, providerId });
  }
  const password = { providerId: "credential", accountId: userId, password: "hash", createdAt: before };
  await db()
    .insert(accounts)
    .values({ id: uuidv7(), userId, ...password });
  const codes = { secret: "secret", backupCodes: "codes", changedAt: before };
  await db()
    .insert(twoFactors)
    .values({ id: uuidv7(), userId, ...codes });
  await db().insert(signInPlaces).values({ userId, place: "home", usedAt: now });
  await insertTies(userId);
  return { userId, own };
}

/** A personal team with a project, a key with a code for the command line, a helper and an open invitation. */
async function insertTies(userId: string): Promise<void> {
  const team = await insertTeam(userId);
  await insertMember(team.id, userId, "admin");
  await insertMember(team.id, (await insertUser()).id, "admin");
  const project = await insertProject(team.id);
  const keyId = uuidv7();
  await db()
    .insert(apiKeys)
    .values({ id: keyId, projectId: project.id, name: "CI", hash: keyId, prefix: "fk_", createdBy: userId });
  await db()
    .insert(keyCodes)
    .values({ hash: uuidv7(), keyId, challenge: "challenge", sealedKey: "sealed", expiresAt: later });
  const invitation = { email: "helper@example.com", role: "admin" as const, expiresAt: later };
  await db()
    .insert(invitations)
    .values({ id: uuidv7(), teamId: team.id, ...invitation, createdBy: userId, tokenHash: uuidv7() });
}

/** How much is left of everything. */
async function leftOf(userId: string) {
  const isRestore = and(eq(verifications.userId, userId), like(verifications.identifier, "restore-email:%"));
  const keys = db().select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.createdBy, userId));
  const restores = await db().$count(verifications, isRestore);
  const linked = await db().$count(verifications, eq(verifications.userId, userId));
  const steps = await db().$count(verifications, eq(verifications.value, userId));
  const codes = await db().$count(keyCodes, inArray(keyCodes.keyId, keys));
  return {
    sessions: await db().$count(sessions, eq(sessions.userId, userId)),
    pending: linked - restores + steps + codes,
    restores,
    passkeys: await db().$count(passkeys, eq(passkeys.userId, userId)),
    accounts: await db().$count(accounts, eq(accounts.userId, userId)),
    twoFactors: await db().$count(twoFactors, eq(twoFactors.userId, userId)),
    places: await db().$count(signInPlaces, eq(signInPlaces.userId, userId)),
    invitations: await db().$count(invitations, eq(invitations.createdBy, userId)),
    personalTeams: await db().$count(teams, eq(teams.personalOwnerId, userId)),
    keys: await db().$count(apiKeys, eq(apiKeys.createdBy, userId)),
  };
}

const everything = {
  ...{ sessions: 3, pending: 5, restores: 1, passkeys: 2, accounts: 3, twoFactors: 1, places: 1 },
  ...{ invitations: 1, personalTeams: 1, keys: 1 },
};
const noCredentials = { restores: 0, passkeys: 0, accounts: 0, twoFactors: 0 };
const noTies = { invitations: 0, personalTeams: 0, keys: 0 };

/** What is left after each event, where it differs from `everything`. */
const left: Record<AccessEvent, Partial<typeof everything>> = {
  "password changed": { sessions: 1, pending: 0 },
  "password reset": { sessions: 0, pending: 0, places: 0 },
  "password reset for an unverified address": {
    ...{ sessions: 0, pending: 0, places: 0, ...noCredentials, ...noTies },
  },
  "provider verified the address": { sessions: 0, pending: 0, places: 0, ...noCredentials, ...noTies },
  "email changed": { sessions: 1, pending: 0, places: 0 },
  "email restored": { sessions: 0, pending: 0, places: 0, passkeys: 1, accounts: 1 },
  "passkey removed": { sessions: 1, pending: 0 },
  "provider removed": { sessions: 1, pending: 0 },
  "two-factor turned off": { sessions: 1, pending: 0 },
  "signed out everywhere": { sessions: 0, pending: 0, places: 0 },
  "signed out everywhere else": { sessions: 1, pending: 0, places: 0 },
  "password set by the administrator": { sessions: 0, pending: 0, places: 0 },
  "two-factor turned off by the administrator": { sessions: 0, pending: 0 },
  "account deleted": { sessions: 0, pending: 0, places: 0, ...noCredentials },
};

describe("endAccess", () => {
  test.each(Object.keys(accessEvents) as AccessEvent[])(
    "ends what '%s' ends, and nothing else",
    async (event) => {
      const [ada, other] = [await insertAccount(), await insertAccount()];
      expect(await leftOf(ada.userId)).toEqual(everything);
      const details = { keep: [ada.own], method: "passkey:key" as const, since };
      await db().transaction((tx) => endAccess(tx, ada.userId, event, details));
      expect(await leftOf(ada.userId)).toEqual({ ...everything, ...left[event] });
      expect(await leftOf(other.userId)).toEqual(everything);
      const [user] = await db().select().from(users).where(eq(users.id, ada.userId));
      expect(user?.accessEpoch).toBe(1);
    },
  );

  test("spares sessions that were started with something else", async () => {
    const { userId, own } = await insertAccount();
    const withPassword = await insertSession(userId, "password");
    const details = { keep: [own], method: "passkey:key" as const };
    await db().transaction((tx) => endAccess(tx, userId, "passkey removed", details));
    const kept = await db().select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId));
    expect(kept.map(({ id }) => id).sort()).toEqual([own, withPassword].sort());
  });
});
