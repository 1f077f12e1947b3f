import { LRUCache } from "lru-cache";
import { entityTag } from "@/lib/operations/entity-tag";
import { lazily, singleton } from "@/lib/platform/singleton";
import type { Changelog } from "./changelog";

const MiB = 1024 * 1024;

/** A page or feed as text. What is not whole yet is not kept. */
export type Made = { body: string; isWhole: boolean };
type Kept = { stamp: string; body: string; etag: string };

const answers = lazily(() =>
  singleton(
    "answers of changelogs",
    () =>
      new LRUCache<string, Kept>({
        maxSize: 32 * MiB,
        maxEntrySize: 4 * MiB,
        // A character of a text takes up to two bytes.
        sizeCalculation: ({ stamp, body }) => 2 * (stamp.length + body.length) + 500,
      }),
  ),
);

const beingMade = lazily(() =>
  singleton("answers of changelogs being made", () => new Map<string, Promise<Kept>>()),
);

/**
 * An answer for everybody, made once for each state of a changelog. The stamp was read before the rows that the answer
 * is made of, so no answer is older than its stamp says. However many ask at the same time, it is made once.
 * @param what which page or feed it is; a changelog has only a few of those that are kept
 */
export async function keptAnswer(
  { projectId, stamp }: Pick<Changelog, "projectId" | "stamp">,
  what: string,
  make: () => Promise<Made>,
): Promise<{ body: string; etag: string }> {
  if (stamp === null) {
    const { body } = await make();
    return { body, etag: entityTag(body) };
  }
  const key = `${projectId} ${what}`;
  const known = answers().get(key);
  if (known?.stamp === stamp) return known;
  const turn = `${key} ${stamp}`;
  const making = beingMade().get(turn) ?? begin(key, stamp, make).finally(() => beingMade().delete(turn));
  beingMade().set(turn, making);
  return making;
}

async function begin(key: string, stamp: string, make: () => Promise<Made>): Promise<Kept> {
  const { body, isWhole } = await make();
  const kept = { stamp, body, etag: entityTag(body) };
  if (isWhole) answers().set(key, kept);
  return kept;
}
