"use client";

import { Fragment, type ReactNode } from "react";
import { MethodBadge, StatusCode } from "@/components/mocks/http-marks";
import { MockMenu } from "@/components/mocks/mock-menu";
import { type MockSummary, mocksList } from "@/components/mocks/mocks-list";
import { deleteAction, exportAction, switchAction } from "@/components/ui/bulk-actions";
import { cn } from "@/components/ui/cn";
import { actionsColumn } from "@/components/ui/columns";
import type { Column } from "@/components/ui/data-table";
import { ListView } from "@/components/ui/list-view";
import { useWrite } from "@/components/ui/queries";
import { Switch } from "@/components/ui/switch";
import { RowLink } from "@/components/ui/table";
import { useList } from "@/components/ui/use-list";
import { useSwitch } from "@/components/ui/use-switch";
import { deleteMock, getMock, updateMock } from "@/lib/mocks/contract";
import { call } from "@/lib/operations/client";

export type MocksViewProps = { projectId: string; base: string; mockBaseUrl: string; empty: ReactNode };

export function MocksView({ projectId, base, mockBaseUrl, empty }: MocksViewProps) {
  const write = useWrite();
  const turn = (enabled: boolean) =>
    switchAction<MockSummary>(enabled, ({ id }) =>
      write(updateMock, { projectId, mockId: id, enabled }, { patch: { id, enabled } }),
    );
  return (
    <ListView
      list={useList(mocksList, { projectId })}
      columns={columnsOf(base, mockBaseUrl)}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      bulk={[
        turn(true),
        turn(false),
        exportAction<MockSummary>(({ id }) => call(getMock, { projectId, mockId: id })),
        deleteAction<MockSummary>(
          ({ id }) => write(deleteMock, { projectId, mockId: id }),
          "Their endpoints will answer 404 from then on.",
        ),
      ]}
      empty={empty}
      fixed
      rowClassName="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:gap-y-1"
    />
  );
}

/** On a phone the name, the switch and the menu share a line, the request and its answer the next one. */
const columnsOf = (base: string, mockBaseUrl: string): Column<MockSummary>[] => [
  {
    id: "name",
    header: "Name",
    sort: "name",
    className: "max-sm:col-span-2 max-sm:pr-26",
    cell: ({ id, name }) => (
      <RowLink href={`${base}/${id}`} className="line-clamp-2">
        {name}
      </RowLink>
    ),
  },
  {
    id: "request",
    header: "Request",
    sort: "endpoint",
    headClassName: "sm:w-[44%]",
    cell: ({ method, endpoint }) => (
      <span className="flex min-w-0 items-start gap-2.5">
        <MethodBadge method={method} />
        <BreakablePath path={endpoint} className="line-clamp-2 text-xs leading-5" />
      </span>
    ),
  },
  {
    id: "answer",
    header: "Answer",
    sort: "statusCode",
    headClassName: "sm:w-36",
    cell: ({ statusCode, delayMs }) => (
      <span className="flex flex-wrap items-center gap-x-3 max-sm:justify-end">
        <StatusCode code={statusCode} />
        {delayMs > 0 ? <span className="text-ink-mute text-xs">after {delayMs} ms</span> : null}
      </span>
    ),
  },
  {
    id: "on",
    header: "On",
    headClassName: "sm:w-18",
    className: "max-sm:absolute max-sm:top-2 max-sm:right-14",
    cell: (mock) => <EnabledSwitch mock={mock} />,
  },
  actionsColumn(
    (mock) => <MockMenu mock={mock} base={base} mockBaseUrl={mockBaseUrl} place="row" />,
    "sm:w-14",
  ),
];

function EnabledSwitch({ mock: { id, projectId, name, enabled } }: { mock: MockSummary }) {
  const turn = useSwitch(updateMock, { projectId, mockId: id });
  return (
    <span className="relative z-1 inline-flex align-middle touch:min-h-10 touch:items-center">
      <Switch
        checked={enabled}
        onCheckedChange={(on) => void turn({ id, field: "enabled", what: `“${name}”` }, on)}
        aria-label={`${name} is on`}
      />
    </span>
  );
}

/** A path or address that wraps at its slashes, and elsewhere only if it has to. */
export function BreakablePath({ path, className }: { path: string; className?: string }) {
  return (
    <code title={path} className={cn("min-w-0 break-words", className)}>
      {path.split(/(?<=\/)/).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts may be equal and never move
        <Fragment key={at}>
          {at > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </code>
  );
}
