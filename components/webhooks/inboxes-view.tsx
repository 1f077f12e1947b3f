"use client";

import type { ReactNode } from "react";
import { useShownUrl } from "@/components/shell/project-urls";
import { deleteAction, exportAction } from "@/components/ui/bulk-actions";
import { actionsColumn, createdColumn } from "@/components/ui/columns";
import { CopyButton } from "@/components/ui/copy-button";
import type { Column } from "@/components/ui/data-table";
import { ListView } from "@/components/ui/list-view";
import { useWrite } from "@/components/ui/queries";
import { RowLink } from "@/components/ui/table";
import { useList } from "@/components/ui/use-list";
import { InboxMenu } from "@/components/webhooks/inbox-menu";
import { InboxExpiry } from "@/components/webhooks/inbox-notices";
import { type InboxSummary, inboxesList } from "@/components/webhooks/inboxes-list";
import { call } from "@/lib/operations/client";
import { deleteWebhook, getWebhook } from "@/lib/webhooks/contract";

export type InboxesViewProps = { projectId: string; base: string; empty: ReactNode };

export function InboxesView({ projectId, base, empty }: InboxesViewProps) {
  const write = useWrite();
  return (
    <ListView
      list={useList(inboxesList, { projectId })}
      columns={columnsOf(base)}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      bulk={[
        exportAction<InboxSummary>(({ id }) => call(getWebhook, { projectId, webhookId: id })),
        deleteAction<InboxSummary>(
          ({ id }) => write(deleteWebhook, { projectId, webhookId: id }),
          "Their captured requests go with them, and senders get 404 from then on.",
        ),
      ]}
      empty={empty}
      fixed
    />
  );
}

function InboxUrl({ inbox: { url: given, name } }: { inbox: Pick<InboxSummary, "url" | "name"> }) {
  const url = useShownUrl()(given);
  return (
    <span className="flex min-w-0 items-center gap-1 font-mono text-xs">
      <span className="min-w-0 truncate" title={url}>
        {new URL(url).pathname}
      </span>
      <span className="relative z-1">
        <CopyButton text={url} what={`URL of ${name}`} />
      </span>
    </span>
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
    cell: (inbox) => <InboxUrl inbox={inbox} />,
  },
  {
    id: "expiry",
    header: "Open until",
    labelled: true,
    headClassName: "sm:w-36",
    cell: ({ expiresAt }) => <InboxExpiry expiresAt={expiresAt} never="no end" />,
  },
  createdColumn({ headClassName: "sm:w-32", className: "whitespace-nowrap max-sm:hidden" }),
  actionsColumn((inbox) => <InboxMenu inbox={inbox} base={base} />, "sm:w-14"),
];
