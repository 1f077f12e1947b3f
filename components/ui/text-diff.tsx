import { useMemo } from "react";
import { cn } from "@/components/ui/cn";
import { type DiffRow, diffRows } from "@/components/ui/diff-rows";

export type TextDiffProps = {
  before: string;
  after: string;
  /** Names the comparison for screen readers. */
  label: string;
};

/** What changed between two texts, line by line. */
export function TextDiff({ before, after, label }: TextDiffProps) {
  const rows = useMemo(() => diffRows(before, after), [before, after]);
  if (!rows) return <Message>These two have too little in common to show what changed.</Message>;
  if (rows.every(({ kind }) => kind === "gap")) return <Message>Nothing changed between these two.</Message>;
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className="max-h-[70dvh] overflow-auto rounded-lg border border-line bg-surface py-2 font-mono text-xs leading-5"
    >
      {rows.map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing but their place
        <Row key={place} row={row} />
      ))}
    </section>
  );
}

function Row({ row }: { row: DiffRow }) {
  if (row.kind === "gap") {
    return (
      <p className="my-1 bg-sunken px-4 py-1 text-ink-mute">
        {row.count === 1 ? "1 line" : `${row.count} lines`} the same
      </p>
    );
  }
  const { line, mark, sign, word } = looks[row.kind];
  return (
    <p className={cn("flex min-h-5 gap-3 px-4", line)}>
      <span aria-hidden className="w-[1ch] shrink-0 select-none">
        {sign}
      </span>
      <span className="min-w-0 whitespace-pre-wrap break-words">
        {word ? <span className="sr-only">{word}: </span> : null}
        {row.parts.map(({ text, changed }, place) =>
          changed ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing but their place
            <mark key={place} className={cn("rounded-xs bg-transparent text-inherit", mark)}>
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </span>
    </p>
  );
}

const looks = {
  same: { line: "text-ink-soft", mark: "", sign: " ", word: "" },
  added: { line: "bg-green-soft text-green", mark: "font-bold underline", sign: "+", word: "Added" },
  removed: { line: "bg-red-soft text-red", mark: "font-bold line-through", sign: "−", word: "Removed" },
};

function Message({ children }: { children: string }) {
  return (
    <p className="rounded-lg border border-line bg-surface px-4 py-10 text-center text-ink-mute">
      {children}
    </p>
  );
}
