import { expect } from "vitest";
import type { getFlagUsage } from "@/lib/flags/contract";
import type { Output } from "@/lib/operations/operation";
import { done, type Person } from "./fixtures";

export type Usage = Output<typeof getFlagUsage>;

/** Several processes know of each other's counts within a minute; one alone knows its own at once. */
export const soon = { timeout: 90_000 };
/** For a test that waits so long. */
export const patiently = { timeout: 100_000 };

export const readUsage = (person: Person, path: string, query = "") =>
  done<Usage>(person.get(`${path}/usage${query}`));

/** How often a flag gave each answer. */
export async function countsOf(person: Person, path: string, query = ""): Promise<Record<string, number>> {
  const { buckets, total } = await readUsage(person, path, query);
  const sums: Record<string, number> = {};
  for (const { counts } of buckets)
    for (const [answer, count] of Object.entries(counts)) sums[answer] = (sums[answer] ?? 0) + count;
  expect(Object.values(sums).reduce((sum, each) => sum + each, 0)).toBe(total);
  return sums;
}
