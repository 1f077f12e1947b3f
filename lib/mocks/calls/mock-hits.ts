import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { rawRows } from "@/db/raw-rows";
import { mockHits } from "@/db/schema/mock-calls";

/** How often a mock has answered, and when it last did, in ms since 1970. */
export type Hits = { hits: number; lastAt: number };

/** Counts of this process that are not stored yet, by mock. What would be too many is not counted. */
export class WaitingHits {
  readonly #max: number;
  #counts = new Map<string, Hits>();

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#counts.size;
  }

  add(mockId: string, at: number): void {
    const known = this.#counts.get(mockId);
    if (known) {
      known.hits += 1;
      known.lastAt = at;
    } else if (this.#counts.size < this.#max) this.#counts.set(mockId, { hits: 1, lastAt: at });
  }

  /** Takes so many mocks with their counts. */
  take(max: number): Map<string, Hits> {
    const taken = new Map<string, Hits>();
    for (const [mockId, hits] of this.#counts) {
      if (taken.size === max) break;
      taken.set(mockId, hits);
      this.#counts.delete(mockId);
    }
    return taken;
  }

  putBack(counts: ReadonlyMap<string, Hits>): void {
    for (const [mockId, { hits, lastAt }] of counts) {
      const since = this.#counts.get(mockId);
      if (since) since.hits += hits;
      else if (this.#counts.size < this.#max) this.#counts.set(mockId, { hits, lastAt });
    }
  }
}

/**
 * Adds counts to the stored ones. It waits for no mock that somebody holds.
 * @returns those that could not be added for now; those of mocks that are gone are forgotten
 */
export async function writeHits(db: Db, counts: ReadonlyMap<string, Hits>): Promise<Map<string, Hits>> {
  const rows = [...counts].map(([id, { hits, lastAt }]) => ({ id, hits, last_at: lastAt }));
  const found = await rawRows<{ id: string; written: boolean }>(
    db,
    sql`
      with counted as materialized (
        select * from json_to_recordset(${JSON.stringify(rows)}::json) as row (id uuid, hits bigint, last_at float8)
      ), present as materialized (
        select id from mocks where id in (select id from counted) order by id for key share skip locked
      ), written as (
        insert into ${mockHits} as stored (mock_id, hits, last_called_at)
        select counted.id, counted.hits, to_timestamp(counted.last_at / 1000)
        from counted join present on present.id = counted.id order by counted.id
        on conflict (mock_id) do update set hits = stored.hits + excluded.hits,
          last_called_at = greatest(stored.last_called_at, excluded.last_called_at)
      )
      select id, id in (select id from present) as written from mocks where id in (select id from counted)`,
  );
  return new Map(
    found.flatMap(({ id, written }) => {
      const hits = written ? undefined : counts.get(id);
      return hits ? [[id, hits] as const] : [];
    }),
  );
}
