import { AppError } from "@/lib/operations/errors";
import { parseJson } from "@/lib/operations/parse-json";
import { invalid } from "@/lib/operations/read-body";
import { json } from "@/lib/platform/budgets/budgets";
import type { Item } from "../item-ids";
import { itemBytesMax, itemDepthMax } from "../limits";
import { isObject } from "../merge-patch";

const limits = { ...json, depthMax: itemDepthMax };

/**
 * The object that a request sends.
 * @throws {AppError} `unsupported_media_type`, `invalid_json`, `invalid_request`
 */
export function itemIn(bytes: Uint8Array, rawHeaders: readonly string[]): Item {
  const item = parseJson(bytes, contentTypeOf(rawHeaders), { limits, anyKeys: true });
  if (!isObject(item)) throw invalid([{ path: "", message: "must be a JSON object" }]);
  return item;
}

function contentTypeOf(rawHeaders: readonly string[]): string | null {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === "content-type") return rawHeaders[at + 1] ?? "";
  }
  return null;
}

/** @throws {AppError} `payload_too_large` */
export function requireItemSize(bytes: number): void {
  if (bytes <= itemBytesMax) return;
  throw new AppError("payload_too_large", `An item has at most ${itemBytesMax} bytes as JSON.`);
}
