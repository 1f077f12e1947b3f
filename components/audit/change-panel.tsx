"use client";

import { useState } from "react";
import { ChangeFields } from "@/components/audit/change-fields";
import { type AuditEntry, deedOf, subjectOf } from "@/components/audit/entry-words";
import { CopiedText } from "@/components/ui/copy-button";
import type { Control } from "@/components/ui/row-menu";
import { SidePanel } from "@/components/ui/side-panel";
import { ClockTime } from "@/components/ui/times";

export type ChangePanelProps = Control & { entry: AuditEntry | undefined };

/** One entry of the trail, whole. */
export function ChangePanel({ entry, open, onOpenChange }: ChangePanelProps) {
  const [shown, setShown] = useState(entry);
  if (entry && entry !== shown) setShown(entry);
  return (
    <SidePanel
      open={open}
      onOpenChange={onOpenChange}
      onClosed={() => setShown(undefined)}
      title={shown ? subjectOf(shown) : ""}
      description={shown ? `${shown.actorName} ${deedOf(shown)}` : undefined}
    >
      {shown ? (
        <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-5 py-4">
          <Circumstances entry={shown} />
          <ChangeFields entry={shown} />
        </div>
      ) : null}
    </SidePanel>
  );
}

function Circumstances({ entry }: { entry: AuditEntry }) {
  const { at, clientAddress, userAgent, operation, subjectId, requestId } = entry;
  const lines: [string, React.ReactNode][] = [
    ["When", <ClockTime key="at" value={at} whole />],
    [
      "Operation",
      <code key="operation" className="text-xs">
        {operation}
      </code>,
    ],
    ["From", clientAddress],
    ["With", userAgent],
    ["ID", subjectId ? <CopiedText key="id" text={subjectId} what="ID" /> : null],
    ["Request", requestId ? <CopiedText key="request" text={requestId} what="request ID" /> : null],
  ];
  return (
    <dl className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-sm">
      {lines
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-mute">{name}</dt>
            <dd className="min-w-0 break-words text-ink">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
