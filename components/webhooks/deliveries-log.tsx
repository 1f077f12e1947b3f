"use client";

import { useState } from "react";
import { StatusCode } from "@/components/mocks/http-marks";
import type { Column } from "@/components/ui/data-table";
import { laterPopup } from "@/components/ui/later-popup";
import { ListView } from "@/components/ui/list-view";
import { Select } from "@/components/ui/select";
import { RowButton } from "@/components/ui/table";
import { RelativeTime } from "@/components/ui/times";
import { useList } from "@/components/ui/use-list";
import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import { type DeliveryRow, deliveriesList } from "@/components/webhooks/deliveries-list";
import type { DeliveryDialogProps } from "@/components/webhooks/delivery-dialog";
import { DeliveryBadge } from "@/components/webhooks/delivery-marks";
import type { ForwardingRule } from "@/lib/webhooks/forwarding/contract";

const DeliveryDialog = laterPopup<DeliveryDialogProps>("dialog", () =>
  import("@/components/webhooks/delivery-dialog").then((file) => file.DeliveryDialog),
);

const all = "all";

export type DeliveriesLogProps = { address: InboxAddress; rules: readonly ForwardingRule[] };

/** What was forwarded, newest first. */
export function DeliveriesLog({ address, rules }: DeliveriesLogProps) {
  const list = useList(deliveriesList, address);
  const [shown, setShown] = useState<string>();
  const [open, setOpen] = useState(false);
  const show = (id: string) => {
    setShown(id);
    setOpen(true);
  };
  return (
    <section aria-label="Log" className="flex flex-col gap-3">
      <h2 className="font-medium text-ink">Log</h2>
      <ListView
        list={list}
        columns={columnsOf(show)}
        rowId={({ id }) => id}
        rowName={({ method, path }) => `${method} ${path}`}
        controls={
          <Select
            aria-label="Rule"
            className="w-auto"
            options={[
              { value: all, label: "Any rule" },
              ...rules.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={String(list.address.ruleId ?? all)}
            onValueChange={(ruleId) => list.change({ ruleId: ruleId === all ? null : ruleId })}
          />
        }
        empty={
          <p className="rounded-lg border border-line border-dashed px-4 py-8 text-center text-ink-mute text-sm">
            Nothing was forwarded yet. The next request that fits a rule shows here.
          </p>
        }
        fixed
      />
      {shown ? (
        <DeliveryDialog address={address} deliveryId={shown} open={open} onOpenChange={setOpen} />
      ) : null}
    </section>
  );
}

const columnsOf = (show: (id: string) => void): Column<DeliveryRow>[] => [
  {
    id: "request",
    header: "Request",
    cell: ({ id, method, path, sequence, captures, error }) => (
      <span className="flex min-w-0 flex-col">
        <RowButton onClick={() => show(id)} className="min-w-0 truncate text-left font-mono text-xs">
          {method} {path || "/"} <span className="text-ink-mute">#{sequence}</span>
        </RowButton>
        {error ? (
          <span className="truncate text-ink-mute text-xs" title={error}>
            {captures > 1 ? `${captures} requests. ` : ""}
            {error}
          </span>
        ) : null}
      </span>
    ),
  },
  {
    id: "state",
    header: "State",
    headClassName: "sm:w-32",
    cell: ({ state }) => <DeliveryBadge state={state} />,
  },
  {
    id: "rule",
    header: "Rule",
    labelled: true,
    headClassName: "sm:w-40",
    cell: ({ ruleName }) => <span className="truncate">{ruleName}</span>,
  },
  {
    id: "answer",
    header: "Answer",
    labelled: true,
    headClassName: "sm:w-32",
    cell: ({ statusCode, tries }) => (
      <span className="inline-flex items-center gap-2">
        {statusCode === null ? <span className="text-ink-mute">none</span> : <StatusCode code={statusCode} />}
        {tries > 1 ? <span className="text-ink-mute text-xs">{tries} tries</span> : null}
      </span>
    ),
  },
  {
    id: "when",
    header: "When",
    sort: "createdAt",
    headClassName: "sm:w-36",
    className: "whitespace-nowrap",
    cell: ({ createdAt, nextTryAt, state }) =>
      state === "pending" && nextTryAt ? (
        <span>
          next <RelativeTime value={nextTryAt} />
        </span>
      ) : (
        <RelativeTime value={createdAt} />
      ),
  },
];
