import { LRUCache } from "lru-cache";
import { quickDb } from "@/db/database";
import { quotaExceeded } from "@/lib/operations/quota";
import { captureFrameBytes, readAmount } from "@/lib/operations/stock";
import { quotaOf } from "@/lib/platform/quotas/quota-of";
import { lazily, singleton } from "@/lib/platform/singleton";
import type { Capture } from "./captures";

type Known = { bytes: number; at: number };

/** Other processes capture too, and captures that were replaced still count here. */
const knownMs = 10_000;
/** A project whose room seems used up is counted no more often than this. */
const countedMs = 1000;

const known = lazily(() => singleton("captured bytes", () => new LRUCache<string, Known>({ max: 50_000 })));
const counting = lazily(() => singleton("counts of captured bytes", () => new Map<string, Promise<Known>>()));

/** What a capture counts for in the quota `captureBytes`. */
export const sizeOf = ({ body, rawUrl, rawHeaders }: Pick<Capture, "body" | "rawUrl" | "rawHeaders">) =>
  body.byteLength +
  rawUrl.length +
  rawHeaders.reduce((sum, [name, value]) => sum + name.length + value.length, captureFrameBytes);

/**
 * Counts bytes in for a capture that is about to be stored. Does so without a promise while it is known that there is room.
 * @throws {AppError} `quota_exceeded`, with nothing counted
 */
export function requireCaptureRoom(
  projectId: string,
  bytes: number,
  now = Date.now(),
): Promise<void> | undefined {
  const stock = known().get(projectId);
  const max = quotaOf("captureBytes");
  if (!stock || now - stock.at > knownMs || stock.bytes + bytes > max) {
    return requireCounted({ projectId, bytes, max, now });
  }
  stock.bytes += bytes;
  return undefined;
}

type Wanted = { projectId: string; bytes: number; max: number; now: number };

async function requireCounted({ projectId, bytes, max, now }: Wanted): Promise<void> {
  let stock = known().get(projectId);
  if (!stock || now - stock.at > knownMs) stock = await count(projectId, now);
  if (stock.bytes + bytes > max && now - stock.at > countedMs) stock = await count(projectId, now);
  if (stock.bytes + bytes > max) throw quotaExceeded("captureBytes", stock.bytes);
  stock.bytes += bytes;
}

/** One count at a time for each project. */
function count(projectId: string, now: number): Promise<Known> {
  const running = counting().get(projectId);
  if (running) return running;
  const counted = readAmount(quickDb(), "captureBytes", projectId)
    .then((bytes) => {
      const stock = { bytes, at: now };
      known().set(projectId, stock);
      return stock;
    })
    .finally(() => counting().delete(projectId));
  counting().set(projectId, counted);
  return counted;
}
