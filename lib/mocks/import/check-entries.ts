import type { z } from "zod";
import { createMock } from "@/lib/mocks/contract";
import { soundnessProblems } from "@/lib/mocks/soundness";
import type { Issue } from "@/lib/operations/operation";
import { unsafeParts } from "@/lib/operations/parse-json";
import type { CheckedEntry, NewMock } from "./convert-program";
import type { Converted, MockFields } from "./converted";
import { importLimits } from "./read-document-values";
import { textChars } from "./text-chars";

const { entries: entriesMax, fieldChars } = importLimits;
const notesMax = 10;
const noteCharsMax = 300;

/** Checks every mock as if it were sent by itself; those that would be refused, and those that come twice, are skipped. */
export function checkEntries(converted: readonly Converted[]): CheckedEntry[] {
  const seen = new Map<string, string>();
  return converted.map((entry, at): CheckedEntry => {
    const source = entry.source.slice(0, noteCharsMax);
    const skipped = (...notes: string[]): CheckedEntry => ({ source, notes: bounded(notes), skipped: true });
    if (at >= entriesMax) return skipped(`Beyond the first ${entriesMax} entries.`);
    if ("skipped" in entry) return skipped(entry.skipped);
    const large = Object.entries(entry.mock).find(([, field]) => textChars(field, fieldChars) > fieldChars);
    if (large)
      return skipped(
        `${large[0]} must have at most ${fieldChars} characters in all its texts; a file may have more`,
      );
    const parsed = createMock.body.safeParse(entry.mock);
    if (!parsed.success) {
      return skipped(
        ...parsed.error.issues.map(({ path, message }) => said({ path: path.join("."), message })),
      );
    }
    const problems = [...unsafeParts(entry.mock), ...allOf(parsed.data)].map(said);
    if (problems.length > 0) return skipped(...problems);
    const place = `${parsed.data.method} ${parsed.data.endpoint}`;
    const earlier = seen.get(place);
    if (earlier) return skipped(`${place} is made of ${earlier} already.`);
    seen.set(place, source);
    return { source, notes: bounded(entry.notes), mock: asFiled(parsed.data, entry.mock) };
  });
}

function asFiled({ folder, tags, ...mock }: z.output<typeof createMock.body>, said: MockFields): NewMock {
  return {
    ...mock,
    ...(said.folder !== undefined && { folder }),
    ...(said.tags !== undefined && { tags }),
  };
}

const said = ({ path, message }: Issue) => `${path} ${message}`;

function allOf(mock: NewMock): Issue[] {
  const steps = soundnessProblems(mock, mock);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

const bounded = (notes: readonly string[]) =>
  notes.slice(0, notesMax).map((note) => note.slice(0, noteCharsMax));
