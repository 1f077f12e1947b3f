"use client";

import { Download, Trash2 } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import type { BulkAction } from "@/components/ui/bulk-bar";
import { CopyButton } from "@/components/ui/copy-button";
import type { Column } from "@/components/ui/data-table";
import { exportRows } from "@/components/ui/export-rows";
import { ListView } from "@/components/ui/list-view";
import { useWrite } from "@/components/ui/queries";
import { RelativeTime } from "@/components/ui/relative-time";
import { RowLink } from "@/components/ui/table";
import { useList } from "@/components/ui/use-list";
import { InboxExpiry } from "@/components/webhooks/inbox-expiry";
import { InboxMenu } from "@/components/webhooks/inbox-menu";
import { type InboxSummary, inboxesList } from "@/components/webhooks/inboxes-list";
import { deleteWebhook, getWebhook } from "@/lib/webhooks/contract";

export type InboxesViewProps = { projectId: string; base: string; empty: ReactNode };

export function InboxesView({ projectId, base, empty }: InboxesViewProps) {
  return (
    <ListView
      list={useList(inboxesList, { projectId })}
      label="Inboxes"
      placeholder="Filter by name or description"
      columns={useMemo(() => columnsOf(base), [base])}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      bulk={useBulkActions(projectId)}
      empty={empty}
      fixed
    />
  );
}

const columnsOf = (base: string): Column<InboxSummary>[] => [
  {
    id: "name",
    header: "Name",
    sort: "name",
    cell: ({ id, name, description }) => (
      <span className="flex min-w-0 flex-col">
        <RowLink href={`${base}/${id}`} className="line-clamp-2">
          {name}
        </RowLink>
        {description ? <span className="truncate text-ink-mute text-xs">{description}</span> : null}
      </span>
    ),
  },
  {
    // All inboxes of a project have the same host.
    id: "url",
    header: "URL",
    headClassName: "sm:w-[40%]",
    cell: ({ url, name }) => (
      <span className="flex min-w-0 items-center gap-1 font-mono text-xs">
        <span className="min-w-0 truncate" title={url}>
          {new URL(url).pathname}
        </span>
        <span className="relative z-1">
          <CopyButton text={url} what={`URL of ${name}`} />
        </span>
      </span>
    ),
  },
  {
    id: "expiry",
    header: "Open until",
    labelled: true,
    headClassName: "sm:w-36",
    cell: ({ expiresAt }) => <InboxExpiry expiresAt={expiresAt} never="no end" />,
  },
  {
    id: "created",
    header: "Created",
    sort: "createdAt",
    labelled: true,
    headClassName: "sm:w-32",
    className: "whitespace-nowrap max-sm:hidden",
    cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
  },
  {
    id: "actions",
    header: "Actions",
    headClassName: "sm:w-14",
    actions: true,
    cell: (inbox) => <InboxMenu inbox={inbox} base={base} />,
  },
];

function useBulkActions(projectId: string): BulkAction<InboxSummary>[] {
  const write = useWrite();
  return useMemo(
    () => [
      {
        label: "Export",
        icon: <Download aria-hidden />,
        done: (count) => `${inboxesOf(count)} exported`,
        all: (rows) =>
          exportRows(
            getWebhook,
            rows.map(({ id }) => ({ projectId, webhookId: id })),
            "inboxes.json",
          ),
      },
      {
        label: "Delete",
        icon: <Trash2 aria-hidden />,
        tone: "danger-outline",
        confirm: (rows) => ({
          title: `Delete ${inboxesOf(rows.length)}?`,
          description: "Their captured requests go with them, and senders get 404 from then on.",
        }),
        each: ({ id }) => write(deleteWebhook, { projectId, webhookId: id }),
      },
    ],
    [write, projectId],
  );
}

const inboxesOf = (count: number) => (count === 1 ? "1 inbox" : `${count} inboxes`);
