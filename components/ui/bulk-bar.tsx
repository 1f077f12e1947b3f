"use client";

import type { LucideIcon } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { confirmedOnce } from "@/components/ui/confirmed-once";
import { messageOf } from "@/components/ui/form-problem";
import type { Noun } from "@/components/ui/list-definition";
import { useToast } from "@/components/ui/toast";

export type BulkAction<Row> = {
  /** "Switch on". */
  label: string;
  icon: LucideIcon;
  tone?: "danger-outline";
  /** The question to confirm an action that cannot be undone. `what` is "12 mocks". */
  confirm?: ((rows: readonly Row[], what: string) => { title: string; description: string }) | undefined;
  /** The past participle for the message afterwards: "exported". Omit it if something else reports success. */
  done?: string | undefined;
  /** Acts on one row; runs for several rows at a time. */
  each?: (row: Row) => Promise<unknown>;
  /** Acts on all rows together, instead of `each`. */
  all?: (rows: readonly Row[], noun: Noun) => Promise<unknown>;
  /** Opens a dialog about the rows, which stay selected, instead of acting at once. */
  open?: (rows: readonly Row[]) => void;
};

export type BulkBarProps<Row> = {
  rows: readonly Row[];
  noun: Noun;
  actions: readonly BulkAction<Row>[];
  onClear: () => void;
};

/** The actions on the selected rows, with their progress. */
export function BulkBar<Row>({ rows, noun, actions, onClear }: BulkBarProps<Row>) {
  const { running, run } = useBulk<Row>(noun, onClear);
  const [asking, setAsking] = useState<BulkAction<Row>>();
  const question = asking?.confirm?.(rows, counted(rows.length, noun));
  return (
    <div
      role="toolbar"
      aria-label="Selected rows"
      className="sticky top-16 z-10 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-popup px-3 py-2 shadow-raised"
    >
      <span role="status" className="mr-auto text-ink text-sm tabular-nums">
        {running ? `${running.done} of ${running.total}…` : `${rows.length} selected`}
      </span>
      {actions.map((action) => (
        <Button
          key={action.label}
          size="sm"
          variant={action.tone ?? "secondary"}
          disabled={running !== undefined}
          aria-haspopup={action.open ? "dialog" : undefined}
          onClick={() => {
            if (action.open) action.open(rows);
            else if (action.confirm) setAsking(action);
            else void run(action, rows);
          }}
        >
          <action.icon aria-hidden />
          {action.label}
        </Button>
      ))}
      <Button size="sm" variant="ghost" disabled={running !== undefined} onClick={onClear}>
        Clear
      </Button>
      {asking && question ? (
        <ConfirmDialog
          {...question}
          open
          onOpenChange={(open) => (open ? undefined : setAsking(undefined))}
          confirmLabel={asking.label}
          onConfirm={async () => {
            setAsking(undefined);
            await run(asking, rows);
          }}
        />
      ) : null}
    </div>
  );
}

/** Concurrent requests: enough to be quick without slowing down others. */
const atOnce = 4;

const counted = (count: number, [one, many]: Noun) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

function useBulk<Row>(noun: Noun, onDone: () => void) {
  const toast = useToast();
  const [running, setRunning] = useState<{ done: number; total: number }>();

  async function run({ each, all, done }: BulkAction<Row>, rows: readonly Row[]) {
    setRunning({ done: 0, total: rows.length });
    const errors: unknown[] = [];
    const waiting = [...rows];
    const work = async () => {
      for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
        await each?.(row).catch((error: unknown) => errors.push(error));
        setRunning({ done: rows.length - waiting.length, total: rows.length });
      }
    };
    await confirmedOnce(() =>
      all
        ? all(rows, noun).catch((error: unknown) => errors.push(error))
        : Promise.all(Array.from({ length: atOnce }, work)),
    );
    setRunning(undefined);
    const succeeded = all && errors.length > 0 ? 0 : rows.length - errors.length;
    if (done && succeeded > 0) toast.success(`${counted(succeeded, noun)} ${done}`);
    if (errors.length > 0) {
      toast.error(`${rows.length - succeeded} of ${rows.length} did not work`, {
        description: messageOf(errors[0]),
      });
    } else onDone();
  }

  return { running, run };
}
