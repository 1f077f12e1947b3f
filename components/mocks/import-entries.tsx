"use client";

import { BreakablePath } from "@/components/mocks/breakable-path";
import { MethodBadge } from "@/components/mocks/http-marks";
import { type Entry, resultWords } from "@/components/mocks/use-mock-import";
import { Badge, type Tone } from "@/components/ui/badge";
import { EntryList } from "@/components/ui/entry-list";
import { Link } from "@/components/ui/link";

export type ImportEntriesProps = {
  entries: readonly Entry[];
  /** Whether nothing is done yet. */
  isPlan: boolean;
  /** Address of the list of mocks. */
  base: string;
};

/** The entries of a document and what becomes of them. */
export const ImportEntries = ({ entries, ...place }: ImportEntriesProps) => (
  <EntryList entries={entries} draw={(entry) => <EntryLine entry={entry} {...place} />} />
);

const tones: Record<Entry["result"], Tone> = {
  created: "green",
  changed: "blue",
  unchanged: "neutral",
  skipped: "amber",
};

type LineProps = Omit<ImportEntriesProps, "entries"> & { entry: Entry };

function EntryLine({ entry, isPlan, base }: LineProps) {
  const { source, result, method, endpoint, mockId, notes } = entry;
  const place = endpoint === null ? null : <BreakablePath path={endpoint} className="text-xs leading-5" />;
  return (
    <div className="flex min-w-0 items-start gap-3 text-sm">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex min-w-0 items-start gap-2.5">
          {method ? <MethodBadge method={method} /> : null}
          {place && mockId ? (
            <Link href={`${base}/${mockId}`} className="min-w-0 underline-offset-2 hover:underline">
              {place}
            </Link>
          ) : (
            place
          )}
          {place ? null : <span className="min-w-0 break-words text-ink">{source}</span>}
        </div>
        {place && source !== `${method} ${endpoint}` ? (
          <span className="min-w-0 break-words text-ink-mute text-xs">{source}</span>
        ) : null}
        {notes.map((note, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notes may be equal and never move
          <span key={at} className="min-w-0 break-words text-ink-soft text-xs">
            {note}
          </span>
        ))}
      </div>
      <Badge tone={tones[result]}>{resultWords(result, isPlan)}</Badge>
    </div>
  );
}
