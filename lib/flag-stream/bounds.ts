import { AppError } from "@/lib/operations/errors";
import { flagStreams } from "@/lib/platform/budgets/budgets";
import { compositeKey } from "@/lib/platform/composite-key";
import { quotaOf } from "@/lib/platform/quotas/quota-of";
import { type QuotaName, quotas } from "@/lib/platform/quotas/quotas";

/** Whose a stream is. `address` is undefined where nobody knows it. */
export type Owners = { projectId: string; keyId: string; address: string | undefined };

type Bound = { quota: QuotaName; owner: string | undefined; whose: string };

const boundsOf = ({ projectId, keyId, address }: Owners): Bound[] => [
  { quota: "flagStreams", owner: projectId, whose: "This project" },
  { quota: "flagStreamsOfKey", owner: keyId, whose: "This API key" },
  { quota: "flagStreamsOfAddress", owner: address, whose: "This address" },
];

/** How many streams this process has, by owner. */
export class StreamCounts {
  readonly #counts = new Map<string, number>();
  #all = 0;

  /** @throws {AppError} `rate_limited` when one more would be too many */
  requireRoom(owners: Owners): void {
    if (this.#all >= flagStreams.ofProcess) throw full("There are", flagStreams.ofProcess, "");
    for (const { quota, owner, whose } of boundsOf(owners)) {
      const max = quotaOf(quota);
      if (owner === undefined || this.#countOf(quota, owner) < max) continue;
      throw full(`${whose} has`, max, ` (the quota ${quota}, ${quotas[quota].what})`);
    }
  }

  hasRoom(owners: Owners): boolean {
    const isFull = ({ quota, owner }: Bound) =>
      owner !== undefined && this.#countOf(quota, owner) >= quotaOf(quota);
    return this.#all < flagStreams.ofProcess && !boundsOf(owners).some(isFull);
  }

  add(owners: Owners, change: 1 | -1): void {
    this.#all += change;
    for (const { quota, owner } of boundsOf(owners)) {
      if (owner === undefined) continue;
      const count = this.#countOf(quota, owner) + change;
      if (count > 0) this.#counts.set(nameOf(quota, owner), count);
      else this.#counts.delete(nameOf(quota, owner));
    }
  }

  #countOf = (quota: QuotaName, owner: string) => this.#counts.get(nameOf(quota, owner)) ?? 0;
}

const nameOf = (quota: QuotaName, owner: string) => compositeKey(quota, owner);

const full = (who: string, max: number, why: string) =>
  new AppError(
    "rate_limited",
    `${who} ${max} open streams of flags, and can have no more${why}. Close one, or try again in a minute.`,
    { headers: { "retry-after": "60" } },
  );
