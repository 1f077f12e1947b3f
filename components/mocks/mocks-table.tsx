"use client";

import { useState } from "react";
import { MethodBadge } from "@/components/mocks/method-badge";
import { MockMenu } from "@/components/mocks/mock-menu";
import { StatusCode } from "@/components/mocks/status-code";
import { Input } from "@/components/ui/input";
import { onOff } from "@/components/ui/on-off";
import { Switch } from "@/components/ui/switch";
import {
  RowLink,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "@/components/ui/table";
import { useUndoable } from "@/components/ui/use-undoable";
import { type getMock, updateMock } from "@/lib/mocks/contract";
import { call } from "@/lib/operations/client";
import type { Output } from "@/lib/operations/operation";

type Mock = Output<typeof getMock>;
export type MocksTableProps = { mocks: readonly Mock[]; base: string; mockBaseUrl: string };

const filterFrom = 9;

export function MocksTable({ mocks, base, mockBaseUrl }: MocksTableProps) {
  const [query, setQuery] = useState("");
  const { isEnabled, toggle } = useEnabledSwitch();
  const shown = mocks.filter((mock) => matches(mock, query));
  return (
    <div className="flex flex-col gap-3">
      {mocks.length >= filterFrom ? (
        <div className="flex flex-wrap items-center gap-3">
          <Input
            type="search"
            aria-label="Filter mocks"
            placeholder="Filter by name, endpoint or method"
            className="max-w-sm"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          <p role="status" className="text-ink-mute text-sm">
            {query ? `${shown.length} of ${mocks.length}` : `${mocks.length} mocks`}
          </p>
        </div>
      ) : null}
      {shown.length === 0 ? (
        <p className="rounded-lg border border-line bg-surface px-4 py-10 text-center text-ink-mute">
          No mock matches “{query}”.
        </p>
      ) : (
        <Table label="Mocks" fixed>
          <Columns />
          <TableBody>
            {shown.map((mock) => (
              <MockRow
                key={mock.id}
                mock={mock}
                base={base}
                mockBaseUrl={mockBaseUrl}
                enabled={isEnabled(mock)}
                onToggle={(on) => toggle(mock, on)}
              />
            ))}
          </TableBody>
        </Table>
      )}
    </div>
  );
}

function Columns() {
  return (
    <TableHead>
      <TableHeader>Name</TableHeader>
      <TableHeader className="sm:w-[46%]">Request</TableHeader>
      <TableHeader className="sm:w-36">Answer</TableHeader>
      <TableHeader className="sm:w-18">On</TableHeader>
      <TableHeader className="sm:w-14">
        <span className="sr-only">Actions</span>
      </TableHeader>
    </TableHead>
  );
}

type MockRowProps = {
  mock: Mock;
  base: string;
  mockBaseUrl: string;
  enabled: boolean;
  onToggle: (on: boolean) => void;
};

/** On a phone the name, the switch and the menu share a line, the request and its answer the next one. */
function MockRow({ mock, base, mockBaseUrl, enabled, onToggle }: MockRowProps) {
  return (
    <TableRow className="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:gap-y-1">
      <TableCell className="max-sm:col-span-2 max-sm:first:pr-26">
        <RowLink href={`${base}/${mock.id}`} className="line-clamp-2">
          {mock.name}
        </RowLink>
      </TableCell>
      <TableCell>
        <span className="flex min-w-0 items-start gap-2.5">
          <MethodBadge method={mock.method} />
          <code className="line-clamp-2 min-w-0 break-all text-xs leading-5">{mock.endpoint}</code>
        </span>
      </TableCell>
      <TableCell>
        <span className="flex flex-wrap items-center gap-x-3 max-sm:justify-end">
          <StatusCode code={mock.statusCode} />
          {mock.delayMs > 0 ? <span className="text-ink-mute text-xs">after {mock.delayMs} ms</span> : null}
        </span>
      </TableCell>
      <TableCell className="max-sm:absolute max-sm:top-2 max-sm:right-14">
        <span className="relative z-1 inline-flex align-middle touch:min-h-10 touch:items-center">
          <Switch checked={enabled} onCheckedChange={onToggle} aria-label={`${mock.name} is on`} />
        </span>
      </TableCell>
      <TableCell actions>
        <MockMenu mock={mock} base={base} mockBaseUrl={mockBaseUrl} place="row" />
      </TableCell>
    </TableRow>
  );
}

/** Shows the new position at once, and takes it back when the API refuses. */
function useEnabledSwitch() {
  const { chosen, apply } = useUndoable<boolean>();
  return {
    isEnabled: ({ id, enabled }: Mock) => chosen(id, enabled),
    toggle: ({ id, projectId, name }: Mock, on: boolean) =>
      void apply({
        id,
        before: !on,
        after: on,
        send: (enabled) => call(updateMock, { projectId, mockId: id, enabled }),
        done: (enabled) => `“${name}” is ${onOff(enabled)}`,
        failed: (enabled) => `“${name}” could not be switched ${onOff(enabled)}`,
      }),
  };
}

function matches({ name, endpoint, method }: Mock, query: string): boolean {
  const text = `${method} ${endpoint} ${name}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
