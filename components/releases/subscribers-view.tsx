"use client";

import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { type Subscriber, subscribersList } from "@/components/releases/subscribers-list";
import { Button } from "@/components/ui/button";
import { actionsColumn } from "@/components/ui/columns";
import { ConfirmDelete } from "@/components/ui/confirm-dialog";
import type { Column } from "@/components/ui/data-table";
import { ListView } from "@/components/ui/list-view";
import { useWrite } from "@/components/ui/queries";
import { RelativeTime } from "@/components/ui/times";
import { useList } from "@/components/ui/use-list";
import { removeReleaseSubscriber } from "@/lib/releases/subscribers/contract";

export type SubscribersViewProps = { projectId: string; mayRemove: boolean; empty: ReactNode };

/** Who gets releases because they asked for them on the public page. */
export function SubscribersView({ projectId, mayRemove, empty }: SubscribersViewProps) {
  const list = useList(subscribersList, { projectId });
  const remove = (subscriber: Subscriber) =>
    mayRemove ? <RemoveSubscriber projectId={projectId} subscriber={subscriber} /> : null;
  return (
    <ListView
      list={list}
      columns={columnsOf(remove)}
      rowId={({ id }) => id}
      rowName={({ email }) => email}
      empty={empty}
    />
  );
}

const columnsOf = (remove: (subscriber: Subscriber) => ReactNode): Column<Subscriber>[] => [
  {
    id: "email",
    header: "Address",
    sort: "email",
    cell: ({ email }) => <span className="break-all text-ink">{email}</span>,
  },
  {
    id: "subscribedAt",
    header: "Subscribed",
    sort: "subscribedAt",
    labelled: true,
    className: "whitespace-nowrap text-xs",
    cell: ({ subscribedAt }) => <RelativeTime value={subscribedAt} />,
  },
  actionsColumn(remove),
];

function RemoveSubscriber({ projectId, subscriber }: { projectId: string; subscriber: Subscriber }) {
  const write = useWrite();
  const { id: subscriberId, email } = subscriber;
  return (
    <ConfirmDelete
      what="subscriber"
      name={email}
      consequence="They get no more releases, and are not told. They can subscribe again."
      typed={false}
      onDelete={() => write(removeReleaseSubscriber, { projectId, subscriberId })}
      done={`${email} removed`}
      trigger={
        <Button variant="ghost" size="icon-sm" aria-label={`Remove ${email}`}>
          <Trash2 aria-hidden />
        </Button>
      }
    />
  );
}
