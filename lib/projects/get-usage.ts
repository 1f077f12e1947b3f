import { eq, inArray, sql } from "drizzle-orm";
import { rateLimits } from "@/db/schema/auth";
import { flags } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { rateKey } from "@/lib/auth/limits";
import type { Ctx } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { knownAmount } from "@/lib/operations/quota";
import { quotaOf } from "@/lib/platform/quotas/quota-of";
import {
  isRate,
  isStock,
  type QuotaName,
  quotas,
  type RateName,
  type StockName,
} from "@/lib/platform/quotas/quotas";
import { getUsage } from "./contract";

const names = (Object.keys(quotas) as QuotaName[]).filter((name) =>
  ["project", "environment"].includes(quotas[name].per),
);
const rates = names.filter(isRate);
const stocks = names.filter(isStock);

export const handleGetUsage = implement(getUsage, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  await input.fields();
  const used = await usedRates(ctx, project.id);
  const items = [];
  for (const name of stocks) items.push(shown(name, await amountOf(ctx, name, project.id), null));
  for (const name of rates)
    items.push(shown(name, used.get(name)?.count ?? 0, used.get(name)?.resetAt ?? null));
  return { quotas: items };
});

function shown(name: StockName | RateName, used: number, resetsAt: Date | null) {
  const { what, unit } = quotas[name];
  const per = quotas[name].per === "environment" ? ("environment" as const) : ("project" as const);
  return { name, what, unit, per, used, max: quotaOf(name), resetsAt: resetsAt?.toISOString() ?? null };
}

/** Of an environment's quota, the fullest environment counts. */
async function amountOf(ctx: Ctx, name: StockName, projectId: string): Promise<number> {
  if (name !== "flags") return knownAmount(ctx, name, projectId);
  const [fullest] = await ctx.db
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(flags)
    .where(eq(flags.projectId, projectId))
    .groupBy(flags.environmentId)
    .orderBy(sql`count(*) desc`)
    .limit(1);
  return fullest?.count ?? 0;
}

async function usedRates(ctx: Ctx, projectId: string) {
  const keys = new Map(rates.map((name) => [rateKey(name, projectId), name]));
  const rows = await ctx.db
    .select()
    .from(rateLimits)
    .where(inArray(rateLimits.key, [...keys.keys()]));
  const running = rows.filter(({ resetAt }) => resetAt > ctx.now());
  return new Map(running.map(({ key, count, resetAt }) => [keys.get(key), { count, resetAt }]));
}
