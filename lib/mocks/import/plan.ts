import { isDeepStrictEqual } from "node:util";
import { wholeResponse } from "../responses/whole-response";
import type { MockRow } from "../to-mock";
import type { CheckedEntry, NewMock } from "./convert-program";

/** What is to be done for an entry. */
export type Step = { entry: CheckedEntry } & (
  | { result: "created"; mock: NewMock }
  | { result: "changed"; mock: NewMock; existing: MockRow; changes: Partial<NewMock> }
  | { result: "unchanged"; mock: NewMock; existing: MockRow }
  | { result: "skipped" }
);

export const placeOf = ({ method, endpoint }: { method: string; endpoint: string }) =>
  `${method} ${endpoint}`;

/** @param existing those of the project with the entry's methods and endpoints, by `placeOf` */
export function planEntry(
  entry: CheckedEntry,
  existing: ReadonlyMap<string, MockRow>,
  mode: "replace" | "keep",
): Step {
  if ("skipped" in entry) return { entry, result: "skipped" };
  const { mock } = entry;
  const found = existing.get(placeOf(mock));
  if (!found) return { entry, mock, result: "created" };
  const changes = mode === "keep" ? {} : changesOf(mock, found);
  return Object.keys(changes).length === 0
    ? { entry, mock, existing: found, result: "unchanged" }
    : { entry, mock, existing: found, changes, result: "changed" };
}

/** The fields in which a mock differs. Whether it is on is its team's business, not the document's. */
function changesOf({ enabled: _, ...mock }: NewMock, existing: MockRow): Partial<NewMock> {
  const shown = { ...existing, responses: existing.responses.map(wholeResponse) };
  const differing = Object.entries(mock).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, shown[name as keyof MockRow]),
  );
  return Object.fromEntries(differing);
}
