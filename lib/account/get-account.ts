import { eq } from "drizzle-orm";
import { accounts, users } from "@/db/schema/auth";
import { requireUser } from "@/lib/auth/access";
import type { Ctx } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { type Lock, locking } from "@/lib/operations/lock";
import { withIsoTimes } from "@/lib/operations/present";
import { env } from "@/lib/platform/env/env";
import { getAccount } from "./contract";

export const handleGetAccount = implement(getAccount, async (ctx, input) => {
  const row = await readAccount(ctx);
  await input.fields();
  return toAccount(row, await waysIn(ctx));
});

/** @throws {AppError} `unauthorized`, and `not_found` when the account was deleted just now */
export async function readAccount(ctx: Ctx, lock?: Lock): Promise<typeof users.$inferSelect> {
  const { id } = requireUser(ctx);
  const [row] = await locking(ctx.db.select().from(users).where(eq(users.id, id)), lock);
  if (!row) throw notFound("Account");
  return row;
}

/** What the caller signs in with: `credential` is a password, and others are providers. */
export async function waysIn(ctx: Ctx): Promise<string[]> {
  const { id } = requireUser(ctx);
  const rows = await ctx.db
    .select({ provider: accounts.providerId })
    .from(accounts)
    .where(eq(accounts.userId, id));
  return rows.map(({ provider }) => provider);
}

const known = ["github", "google"] as const;

export function toAccount(row: typeof users.$inferSelect, ways: readonly string[]) {
  const providers = known
    .map((id) => ({ id, connected: ways.includes(id) }))
    .filter(({ id, connected }) => connected || env()[id]);
  return { ...withIsoTimes(row), hasPassword: ways.includes("credential"), providers };
}
