import { and, eq, isNotNull, sql } from "drizzle-orm";
import { overrides } from "@/db/schema/flags";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { withinQuotas } from "@/lib/operations/quota";
import { subjects } from "@/lib/platform/budgets/budgets";
import { isPlace, type Place } from "./override-place";

/** What values of overrides count for: their JSON in the object that holds it. */
const bytes = sql<number>`octet_length(${overrides.value}::text)`.mapWith(Number);

/**
 * Runs `store` if the project has room for the value of an override, and the record for all of its values. The record is
 * locked, so that each value counts those before it.
 * @throws {AppError} `quota_exceeded`
 */
export async function withinValues<T>(
  ctx: Ctx,
  { place, ownerId, value }: { place: Place; ownerId: string; value: { is: unknown } | null | undefined },
  store: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  if (!value) return store(ctx);
  const [before] = await ctx.db.select({ bytes }).from(overrides).where(isPlace(place));
  const adding = Buffer.byteLength(JSON.stringify(value)) - (before?.bytes ?? 0);
  return withinQuotas(ctx, [{ name: "overrideValueBytes", ownerId, adding }], async (inner) => {
    const stored = await store(inner);
    if (adding > 0) await requireRoom(inner, place.recordId);
    return stored;
  });
}

/** The transaction of the change ends with this refusal. */
async function requireRoom({ db }: Ctx, recordId: string): Promise<void> {
  const [{ sum } = { sum: 0 }] = await db
    .select({ sum: sql<number>`coalesce(sum(${bytes}), 0)`.mapWith(Number) })
    .from(overrides)
    .where(and(eq(overrides.recordId, recordId), isNotNull(overrides.value)));
  const max = subjects.overrideValueBytesMax;
  if (sum <= max) return;
  throw new AppError(
    "quota_exceeded",
    `A record has at most ${max} bytes of values, and with this one it would have ${sum}. Clear values that are not needed.`,
  );
}
