"use client";

import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { ChangeFields } from "@/components/audit/change-fields";
import { type AuditEntry, deedOf, sendable } from "@/components/audit/entry-words";
import { withWholePercents } from "@/components/audit/shown-fields";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { messageOf } from "@/components/ui/form-problem";
import { usePage } from "@/components/ui/queries";
import type { Control } from "@/components/ui/row-menu";
import { SidePanel } from "@/components/ui/side-panel";
import { RelativeTime } from "@/components/ui/times";
import { useToast } from "@/components/ui/toast";
import { Skeleton } from "@/components/ui/waiting";
import { listProjectAuditLog } from "@/lib/audit/contract";

/** What the history of a thing needs to know of it. */
export type HistoryOf = {
  /** Either ID of the project. */
  projectId: string;
  subjectKind: AuditEntry["subjectKind"];
  /** Ids of the thing: a flag has one in each environment. */
  subjectIds: readonly string[];
  /** Says of an entry where it was, if there are several places. */
  placeOf?: ((subjectId: string) => string | undefined) | undefined;
  /** Absent for who may not change it. */
  putBack?: PutBack | undefined;
};
export type HistoryPanelProps = Control & HistoryOf & { name: string };

export type PutBack = {
  /** The fields that can be written. */
  fields: readonly string[];
  write(subjectId: string, fields: Record<string, unknown>): Promise<unknown>;
};

const rows = 50;

/** The history of a thing that has no page of its own. */
export function HistoryPanel({ open, onOpenChange, name, ...of }: HistoryPanelProps) {
  return (
    <SidePanel open={open} onOpenChange={onOpenChange} title={`History of ${name}`}>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4">
        <HistoryList {...of} />
      </div>
    </SidePanel>
  );
}

/** Everything that was done to one thing, newest first, each with what it changed and a way back. */
export function HistoryList(props: HistoryOf) {
  const { projectId, subjectKind, subjectIds } = props;
  const [limit, setLimit] = useState(rows);
  const input = { projectId, subjectKind, subjectId: [...subjectIds], limit };
  const { data, error } = usePage(listProjectAuditLog, input);
  if (error && !data) return <FormAlert>{messageOf(error)}</FormAlert>;
  if (!data) return <Skeleton className="h-32 w-full" />;
  if (data.items.length === 0) {
    return (
      <p className="rounded-lg border border-line bg-surface px-4 py-10 text-center text-ink-mute text-sm">
        Nothing was changed since the trail is kept.
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <ol aria-label="Changes" className="flex flex-col gap-3">
        {data.items.map((entry) => (
          <Entry key={entry.id} entry={entry} {...props} />
        ))}
      </ol>
      {data.next ? <Button onClick={() => setLimit(limit + rows)}>Show older changes</Button> : null}
    </div>
  );
}

function Entry({ entry, placeOf, putBack }: HistoryOf & { entry: AuditEntry }) {
  const { before, after, subjectId } = withWholePercents(entry);
  const fields = before && after ? sendable(before, putBack?.fields ?? []) : undefined;
  const place = subjectId === null ? undefined : placeOf?.(subjectId);
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-line bg-surface px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 text-ink-mute text-sm">
          <strong className="break-words font-medium text-ink">{entry.actorName}</strong> {deedOf(entry)}
          {place ? ` in ${place}` : ""}, <RelativeTime value={entry.at} />
        </p>
        {fields && putBack && subjectId !== null ? (
          <PutBackButton write={() => putBack.write(subjectId, fields)} />
        ) : null}
      </div>
      <ChangeFields entry={entry} />
    </li>
  );
}

function PutBackButton({ write }: { write: () => Promise<unknown> }) {
  const toast = useToast();
  const [busy, setBusy] = useState(false);

  async function put() {
    setBusy(true);
    try {
      await write();
      toast.success("It is as it was before");
    } catch (error) {
      toast.error("It could not be put back", { description: messageOf(error) });
    }
    setBusy(false);
  }

  return (
    <Button size="sm" loading={busy} onClick={() => void put()} className="shrink-0">
      <RotateCcw aria-hidden />
      Put back
    </Button>
  );
}
