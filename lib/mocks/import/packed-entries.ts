import { deserialize, serialize } from "node:v8";
import type { Steps } from "@/lib/platform/process/turns";
import type { CheckedEntry } from "./convert-program";

/** Entries that are unpacked in one step: well below a millisecond, but for long texts, which are copied. */
const entriesOfPart = 100;

/** Entries in parts, because a thread takes a message as a whole: 5,000 mocks would hold it for tens of milliseconds. */
export function packedEntries(entries: readonly CheckedEntry[]): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < entries.length; at += entriesOfPart) {
    parts.push(serialize(entries.slice(at, at + entriesOfPart)));
  }
  return parts;
}

/** @see packedEntries */
export function* unpackedEntries(parts: readonly Uint8Array[]): Steps<CheckedEntry[]> {
  const entries: CheckedEntry[] = [];
  for (const part of parts) {
    const unpacked: CheckedEntry[] = deserialize(part);
    entries.push(...unpacked);
    yield;
  }
  return entries;
}
