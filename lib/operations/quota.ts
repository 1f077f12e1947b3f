import { eq } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { LRUCache } from "lru-cache";
import { users } from "@/db/schema/auth";
import { environments } from "@/db/schema/flags";
import { projects } from "@/db/schema/projects";
import { teams } from "@/db/schema/teams";
import { quotaOf } from "@/lib/platform/quotas/quota-of";
import { quotas, type StockName } from "@/lib/platform/quotas/quotas";
import { lazily, singleton } from "@/lib/platform/singleton";
import { type Ctx, transaction } from "./context";
import { AppError } from "./errors";
import { costly, readAmount } from "./stock";

type Known = { amount: number; at: number };

const knownMs = 60_000;
/** How long a count that refused is enough to refuse again, where counting is costly. */
const refusedMs = 1000;
/**
 * Less than a tenth from the bound is near, or less than this: a count misses what is being written meanwhile, and
 * near the bound none may be missed.
 */
const nearShare = 0.1;
const nearMin = { count: 100, bytes: 32 * 1024 * 1024 };

const known = lazily(() => singleton("known stocks", () => new LRUCache<string, Known>({ max: 50_000 })));

export type Addition = {
  name: StockName;
  /** Id of the project, environment, team or person that the quota is for. */
  ownerId: string;
  /** How much is added, 1 if left out. */
  adding?: number;
};

/**
 * Runs `add` if the quotas have room for what it adds. Far from a bound a count of the last minute decides, to which
 * this process adds its own additions; near it, additions of one owner wait for each other, so that none slips past.
 * @throws {AppError} `quota_exceeded`
 */
export async function withinQuotas<T>(
  ctx: Ctx,
  additions: readonly Addition[],
  add: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const near: Addition[] = [];
  for (const addition of additions) {
    // What becomes smaller is always welcome.
    if (amountOf(addition) > 0 && !(await isFar(ctx, addition))) near.push(addition);
  }
  if (near.length === 0) return add(ctx);
  return transaction(ctx, async (inner) => {
    for (const addition of near) {
      await lockOwner(inner, addition);
      const stock = await countStock(inner, addition);
      requireRoom(addition, stock.amount);
      stock.amount += amountOf(addition);
    }
    return add(inner);
  });
}

/**
 * The same for what is only to be known: nothing is added, and nobody waits.
 * @throws {AppError} `quota_exceeded`
 */
export async function requireQuotas(ctx: Ctx, additions: readonly Addition[]): Promise<void> {
  for (const addition of additions) {
    if (amountOf(addition) <= 0) continue;
    requireRoom(addition, await knownAmount(ctx, addition.name, addition.ownerId));
  }
}

const amountOf = ({ adding = 1 }: Addition) => adding;
const keyOf = ({ name, ownerId }: Addition) => `${name} ${ownerId}`;

/** Whether the bound is far away; then what is added is counted at once. */
async function isFar(ctx: Ctx, addition: Addition): Promise<boolean> {
  const { name } = addition;
  const age = ageOf(ctx, known().get(keyOf(addition)));
  if (age < refusedMs && costly.has(name)) requireRoom(addition, known().get(keyOf(addition))?.amount ?? 0);
  const counted = age < knownMs ? undefined : await countStock(ctx, addition, true);
  const stock = counted ?? known().get(keyOf(addition));
  if (!stock || stock.amount + amountOf(addition) > farBound(name)) return false;
  stock.amount += amountOf(addition);
  return true;
}

const farBound = (name: StockName) =>
  quotaOf(name) - Math.max(nearShare * quotaOf(name), nearMin[quotas[name].unit]);

const ageOf = ({ now }: Ctx, stock: Known | undefined) =>
  stock ? Math.max(0, now().getTime() - stock.at) : Number.POSITIVE_INFINITY;

/** @param shared whether a count that came in meanwhile is taken instead, with what was added to it since */
async function countStock(ctx: Ctx, addition: Addition, shared = false): Promise<Known> {
  const key = keyOf(addition);
  const before = known().get(key);
  const counted = {
    amount: await readAmount(ctx.db, addition.name, addition.ownerId),
    at: ctx.now().getTime(),
  };
  const meanwhile = known().get(key);
  if (shared && meanwhile && meanwhile !== before) return meanwhile;
  known().set(key, counted);
  return counted;
}

/** The amount as it is known: where counting is costly, of the last minute with all additions of this process. */
export async function knownAmount(ctx: Ctx, name: StockName, ownerId: string): Promise<number> {
  const stock = known().get(keyOf({ name, ownerId }));
  if (stock && costly.has(name) && ageOf(ctx, stock) < knownMs) return stock.amount;
  return (await countStock(ctx, { name, ownerId })).amount;
}

const ownerTables = { project: projects, environment: environments, team: teams, person: users } as const;

/** Rows that refer to the owner can be written meanwhile: only what asks for this lock waits. */
async function lockOwner({ db }: Ctx, { name, ownerId }: Addition): Promise<void> {
  const owner = ownerTables[quotas[name].per];
  await db
    .select({ id: owner.id })
    .from(owner as PgTable)
    .where(eq(owner.id, ownerId))
    .for("no key update");
}

function requireRoom({ name, adding = 1 }: Addition, amount: number): void {
  const max = quotaOf(name);
  if (amount + adding > max) throw quotaExceeded(name, amount);
}

/** 409 that names the quota, its bound, and how much there is. */
export function quotaExceeded(name: StockName, amount: number): AppError {
  const { unit, per, what } = quotas[name];
  const max = quotaOf(name);
  const [bound, used] = unit === "bytes" ? [`${max} bytes`, `${amount} bytes`] : [max, amount];
  return new AppError(
    "quota_exceeded",
    `The quota ${name} is used up: ${what} of one ${per}, ${bound} at most, and there are ${used}. Delete what is not needed, or have the operator raise QUOTAS=${name}=….`,
  );
}
