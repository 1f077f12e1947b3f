import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { quickDb } from "@/db/database";
import { rawRows } from "@/db/raw-rows";
import { forwardedCaptures } from "@/db/schema/webhook-forwarding";
import { quotaOf } from "@/lib/platform/quotas/quota-of";
import { lazily, singleton } from "@/lib/platform/singleton";
import { sizeOf } from "../capture-room";
import type { Capture } from "../captures";

/** What a project's copies take, in all and by inbox. */
type Known = { bytes: number; ofInbox: Map<string, number>; at: number };

/** Other processes forward too, and copies that are gone still count here. */
const knownMs = 5000;
/** A project whose room seems used up is counted no more often than this. */
const countedMs = 1000;
/** What a copy and one of its deliveries take besides what was sent. */
const frameBytes = 500;
/** The share of one inbox. */
const shareOfInbox = 0.5;

const known = lazily(() =>
  singleton("bytes to be forwarded", () => new LRUCache<string, Known>({ max: 10_000 })),
);
const counting = lazily(() =>
  singleton("counts of bytes to be forwarded", () => new Map<string, Promise<Known>>()),
);

/** What the copy of a capture counts for; undefined if there is nothing to be sent. */
export function copyBytesOf(capture: Capture): number | undefined {
  const count = capture.deliveries?.filter(({ skipped }) => !skipped).length ?? 0;
  return count > 0 ? sizeOf(capture) + frameBytes * (1 + count) : undefined;
}

type Place = { projectId: string; webhookId: string };

/**
 * Counts the copy of a capture in, if there is room. Without a promise while it is known that there is.
 * @returns whether there was
 */
export function takeRoom(place: Place, bytes: number, now: number): boolean | Promise<boolean> {
  const stock = known().get(place.projectId);
  if (stock && now - stock.at <= knownMs && taken(stock, place, bytes)) return true;
  return takeCounted(place, bytes, now);
}

async function takeCounted(place: Place, bytes: number, now: number): Promise<boolean> {
  const before = known().get(place.projectId);
  const isFresh = before && now - before.at <= countedMs;
  return taken(isFresh ? before : await count(place.projectId, now), place, bytes);
}

function taken(stock: Known, { webhookId }: Place, bytes: number): boolean {
  const max = quotaOf("forwardedBytes");
  const ofInbox = stock.ofInbox.get(webhookId) ?? 0;
  if (stock.bytes + bytes > max || ofInbox + bytes > max * shareOfInbox) return false;
  stock.bytes += bytes;
  stock.ofInbox.set(webhookId, ofInbox + bytes);
  return true;
}

/** One count at a time for each project. */
function count(projectId: string, now: number): Promise<Known> {
  const running = counting().get(projectId);
  if (running) return running;
  const counted = read(projectId, now).finally(() => counting().delete(projectId));
  counting().set(projectId, counted);
  return counted;
}

async function read(projectId: string, now: number): Promise<Known> {
  const rows = await rawRows<{ webhookId: string; bytes: number }>(
    quickDb(),
    sql`select webhook_id as "webhookId", sum(bytes)::float8 as bytes from ${forwardedCaptures}
         where project_id = ${projectId} group by webhook_id`,
  );
  const stock = {
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    ofInbox: new Map(rows.map(({ webhookId, bytes }) => [webhookId, bytes])),
    at: now,
  };
  known().set(projectId, stock);
  return stock;
}
