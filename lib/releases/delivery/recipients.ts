import { and, eq, inArray, not, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { users } from "@/db/schema/auth";
import { releaseRecipients } from "@/db/schema/releases";
import { teamMembers } from "@/db/schema/teams";
import type { ProjectRow } from "@/lib/auth/access";
import { env } from "@/lib/platform/env/env";
import type { Subscription } from "./subscription";

/** `open`: gets release e-mails without having said anything. */
export type RecipientState = "open" | "unasked" | "pending" | "confirmed" | "refused";
type SaidState = (typeof releaseRecipients.$inferSelect)["state"];

/** After this time without an answer, in ms, the next release asks again: the first question may not have arrived. */
export const askedAgainMs = 60 * 60 * 1000;

/** The same for one person, however the address is written. */
export const addressKey = (address: string): string => address.toLowerCase();

/**
 * Where each address stands. Whoever ended the e-mails of a project stays without them. Where the operator wants it,
 * people outside the team are asked first; members are those who have proved their address.
 */
export async function recipientStates(
  db: Db,
  { id: projectId, teamId }: Pick<ProjectRow, "id" | "teamId">,
  addresses: readonly string[],
  now: Date,
): Promise<Map<string, RecipientState>> {
  const keys = addresses.map(addressKey);
  if (keys.length === 0) return new Map();
  const said = await db
    .select({ address: releaseRecipients.address, state: releaseRecipients.state })
    .from(releaseRecipients)
    .where(
      and(
        eq(releaseRecipients.projectId, projectId),
        inArray(releaseRecipients.address, keys),
        not(isUnanswered(now)),
      ),
    );
  const states = new Map<string, RecipientState>(said.map(({ address, state }) => [address, state]));
  const asks = env().confirmRecipients;
  const members = asks ? await membersAmong(db, teamId, keys) : new Set(keys);
  return new Map(
    addresses.map((address) => {
      const key = addressKey(address);
      const state = states.get(key);
      if (state === "refused" || state === "confirmed") return [address, state];
      return [address, members.has(key) ? "open" : (state ?? "unasked")];
    }),
  );
}

async function membersAmong(db: Db, teamId: string, keys: readonly string[]): Promise<Set<string>> {
  const key = sql<string>`lower(${users.email})`;
  const rows = await db
    .select({ key })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(and(eq(teamMembers.teamId, teamId), eq(users.emailVerified, true), inArray(key, [...keys])));
  return new Set(rows.map((row) => row.key));
}

/** Keeps what a recipient said. */
export async function keepState(
  db: Db,
  { projectId, recipient }: Subscription,
  state: SaidState,
  now: Date,
): Promise<void> {
  const { projectId: ofProject, address } = releaseRecipients;
  await db
    .insert(releaseRecipients)
    .values({ projectId, address: recipient, state, updatedAt: now })
    .onConflictDoUpdate({ target: [ofProject, address], set: { state, updatedAt: now } });
}

const isUnanswered = (now: Date) =>
  sql`(${releaseRecipients.state} = 'pending' and ${releaseRecipients.updatedAt} <= ${new Date(now.getTime() - askedAgainMs).toISOString()}::timestamptz)`;

/**
 * Asks somebody once an hour: of several requests one sends the question. If it cannot be sent, a later request asks.
 * @returns false when somebody else has asked
 */
export async function askOnce(
  db: Db,
  { projectId, recipient }: Subscription,
  now: Date,
  ask: () => Promise<void>,
): Promise<boolean> {
  const [row] = await db
    .insert(releaseRecipients)
    .values({ projectId, address: recipient, state: "pending", updatedAt: now })
    .onConflictDoUpdate({
      target: [releaseRecipients.projectId, releaseRecipients.address],
      set: { updatedAt: now },
      setWhere: isUnanswered(now),
    })
    .returning();
  if (!row) return false;
  try {
    await ask();
  } catch (error) {
    const isOurs = and(
      eq(releaseRecipients.projectId, projectId),
      eq(releaseRecipients.address, recipient),
      eq(releaseRecipients.state, "pending"),
    );
    await db.delete(releaseRecipients).where(isOurs);
    throw error;
  }
  return true;
}
