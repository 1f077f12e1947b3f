"use client";

import { Download, Power, PowerOff, Trash2 } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { MethodBadge } from "@/components/mocks/method-badge";
import { MockMenu } from "@/components/mocks/mock-menu";
import { type MockSummary, mocksList } from "@/components/mocks/mocks-list";
import { StatusCode } from "@/components/mocks/status-code";
import { BreakablePath } from "@/components/ui/breakable-path";
import type { BulkAction } from "@/components/ui/bulk-bar";
import type { Column } from "@/components/ui/data-table";
import { exportRows } from "@/components/ui/export-rows";
import { ListView } from "@/components/ui/list-view";
import { useWrite } from "@/components/ui/queries";
import { Switch } from "@/components/ui/switch";
import { RowLink } from "@/components/ui/table";
import { useList } from "@/components/ui/use-list";
import { useSwitch } from "@/components/ui/use-switch";
import { deleteMock, getMock, MockMethod, updateMock } from "@/lib/mocks/contract";

export type MocksViewProps = { projectId: string; base: string; mockBaseUrl: string; empty: ReactNode };

export function MocksView({ projectId, base, mockBaseUrl, empty }: MocksViewProps) {
  const list = useList(mocksList, { projectId });
  return (
    <ListView
      list={list}
      label="Mocks"
      placeholder="Filter by name, endpoint or method"
      columns={useColumns(base, mockBaseUrl)}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      filters={filters}
      bulk={useBulkActions(projectId)}
      empty={empty}
      fixed
      rowClassName="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:gap-y-1"
    />
  );
}

const filters = [
  {
    name: "method",
    label: "Any method",
    options: MockMethod.options.map((method) => ({ value: method, label: method })),
  },
  {
    name: "enabled",
    label: "On and off",
    options: [
      { value: "true", label: "On" },
      { value: "false", label: "Off" },
    ],
  },
];

/** On a phone the name, the switch and the menu share a line, the request and its answer the next one. */
function useColumns(base: string, mockBaseUrl: string): Column<MockSummary>[] {
  return useMemo(
    () => [
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
      {
        id: "actions",
        header: "Actions",
        headClassName: "sm:w-14",
        actions: true,
        cell: (mock) => <MockMenu mock={mock} base={base} mockBaseUrl={mockBaseUrl} place="row" />,
      },
    ],
    [base, mockBaseUrl],
  );
}

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

function useBulkActions(projectId: string): BulkAction<MockSummary>[] {
  const write = useWrite();
  return useMemo(() => {
    const turn = (enabled: boolean) => (mock: MockSummary) =>
      write(updateMock, { projectId, mockId: mock.id, enabled }, { patch: { id: mock.id, enabled } });
    return [
      {
        label: "Switch on",
        icon: <Power aria-hidden />,
        done: (count) => `${mocksOf(count)} switched on`,
        each: turn(true),
      },
      {
        label: "Switch off",
        icon: <PowerOff aria-hidden />,
        done: (count) => `${mocksOf(count)} switched off`,
        each: turn(false),
      },
      {
        label: "Export",
        icon: <Download aria-hidden />,
        done: (count) => `${mocksOf(count)} exported`,
        all: (rows) =>
          exportRows(
            getMock,
            rows.map(({ id }) => ({ projectId, mockId: id })),
            "mocks.json",
          ),
      },
      {
        label: "Delete",
        icon: <Trash2 aria-hidden />,
        tone: "danger-outline",
        confirm: (rows) => ({
          title: `Delete ${mocksOf(rows.length)}?`,
          description: "Their endpoints will answer 404 from then on.",
        }),
        each: ({ id }) => write(deleteMock, { projectId, mockId: id }),
      },
    ];
  }, [write, projectId]);
}

const mocksOf = (count: number) => (count === 1 ? "1 mock" : `${count} mocks`);
