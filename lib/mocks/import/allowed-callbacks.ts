import type { Steps } from "@/lib/platform/process/turns";
import { addressProblems } from "../callbacks/callback-problems";
import type { CheckedEntry, ImportFormat, NewMock } from "./convert-program";

/**
 * The entries with the callbacks that this installation lets them have. The threads that read documents do not know that. A
 * mock of our own is refused as if it were sent by itself; what others call goes as far as it goes.
 */
export function* withAllowedCallbacks(
  entries: readonly CheckedEntry[],
  format: ImportFormat,
): Steps<CheckedEntry[]> {
  const allowed: CheckedEntry[] = [];
  for (const entry of entries) {
    allowed.push("mock" in entry ? allowedEntry(entry, format === "fieldkit") : entry);
    yield;
  }
  return allowed;
}

function allowedEntry(entry: CheckedEntry & { mock: NewMock }, isOwn: boolean): CheckedEntry {
  const { source, notes, mock } = entry;
  const problems = addressProblems(mock.callbacks).map(({ path, message }) => `${path} ${message}`);
  if (problems.length === 0) return entry;
  if (isOwn) return { source, notes: problems, skipped: true };
  const callbacks = mock.callbacks.filter((callback) => addressProblems([callback]).length === 0);
  const leftOut = problems.map((problem) => `A callback is left out: ${problem}`);
  return { source, notes: [...notes, ...leftOut], mock: { ...mock, callbacks } };
}
