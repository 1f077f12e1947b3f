"use client";

import { useEffect, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { messageOf } from "@/components/ui/form-problem";
import { laterComponent } from "@/components/ui/later";
import { useAnswer } from "@/components/ui/queries";
import type { RowNews } from "@/components/ui/use-edited-row";
import { useLasting } from "@/components/ui/use-lasting";
import { ApiError } from "@/lib/operations/client";
import type { CallInput, Operation } from "@/lib/operations/operation";

type RowProps = { row: RowNews };

const FormConflict = laterComponent<RowProps>(() =>
  import("@/components/ui/form-conflict").then((file) => file.FormConflict),
);

/** Polls the row of a form for changes by others. */
export function RowWatch({ row, read }: RowProps & { read: NonNullable<RowNews["read"]> }) {
  const { data: answer, error } = useAnswer(read.op, read.input as CallInput<Operation>);
  const { given } = row;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is made anew by each render, and means the same
  const data = useMemo(() => (answer && read.row ? read.row(answer) : answer), [answer]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: news are the rows; what is done with them is the last render's
  useEffect(() => {
    for (const news of [given, data]) if (news) row.notice(news);
  }, [given, data]);
  const missing = (error instanceof ApiError && error.status === 404) || (answer !== undefined && !data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same
  useEffect(() => row.setGone(missing), [missing]);
  return row.asking ? <FormConflict row={row} /> : null;
}

/** What others did to the row while the form was open. */
export function RowNotes({ row }: RowProps) {
  // If it was deleted on this page, another page is about to open, so don't flash the notice.
  const gone = useLasting(row.gone);
  if (gone) return <GoneNote row={row} />;
  const clashing = row.clashes.map(({ label }) => label);
  return (
    <div role="status" className="flex flex-col gap-1 text-ink-mute text-sm empty:hidden">
      {row.taken.length > 0 ? (
        <p>{wasOrWere(row.taken)} changed meanwhile by somebody else; you see it here.</p>
      ) : null}
      {clashing.length > 0 ? (
        <p className="text-amber">
          {wasOrWere(clashing)} changed meanwhile by somebody else, too. You choose when you save.
        </p>
      ) : null}
    </div>
  );
}

function GoneNote({ row }: RowProps) {
  const { what, anew } = row;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function create() {
    setBusy(true);
    setProblem(null);
    try {
      await anew?.();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <Callout
      tone="danger"
      live
      title={`Somebody deleted this ${what} meanwhile`}
      actions={
        anew ? (
          <Button size="sm" loading={busy} onClick={() => void create()}>
            Create it anew
          </Button>
        ) : undefined
      }
    >
      {problem ?? "What the form holds is still here."}
    </Callout>
  );
}

function wasOrWere(labels: readonly string[]): string {
  const last = labels.at(-1) ?? "";
  return labels.length > 1 ? `${labels.slice(0, -1).join(", ")} and ${last} were` : `${last} was`;
}
