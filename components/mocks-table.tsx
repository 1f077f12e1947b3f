"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { messageOf } from "@/components/form-problem";
import { MethodBadge } from "@/components/method-badge";
import { MockRowMenu } from "@/components/mock-row-menu";
import { StatusCode } from "@/components/status-code";
import { Input } from "@/components/ui/input";
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
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/http/client";
import type { Output } from "@/lib/http/operation";
import { type getMock, updateMock } from "@/lib/mocks/contract";

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
        <Table label="Mocks">
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
      <TableHeader>Method</TableHeader>
      <TableHeader>Endpoint</TableHeader>
      <TableHeader>Status</TableHeader>
      <TableHeader>Delay</TableHeader>
      <TableHeader>On</TableHeader>
      <TableHeader>
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

function MockRow({ mock, base, mockBaseUrl, enabled, onToggle }: MockRowProps) {
  return (
    <TableRow>
      <TableCell className="max-w-64">
        <RowLink href={`${base}/${mock.id}`}>{mock.name}</RowLink>
      </TableCell>
      <TableCell label="Method">
        <MethodBadge method={mock.method} />
      </TableCell>
      <TableCell label="Endpoint" className="font-mono text-xs">
        <span className="min-w-0 break-all">{mock.endpoint}</span>
      </TableCell>
      <TableCell label="Status">
        <StatusCode code={mock.statusCode} />
      </TableCell>
      <TableCell label="Delay" className="whitespace-nowrap text-ink-mute">
        {mock.delayMs > 0 ? `${mock.delayMs} ms` : "none"}
      </TableCell>
      <TableCell label="On">
        <span className="relative z-1 inline-flex align-middle touch:min-h-10 touch:items-center">
          <Switch checked={enabled} onCheckedChange={onToggle} aria-label={`${mock.name} is on`} />
        </span>
      </TableCell>
      <TableCell actions>
        <MockRowMenu mock={mock} base={base} mockBaseUrl={mockBaseUrl} />
      </TableCell>
    </TableRow>
  );
}

/**
 * Shows the new position at once and takes it back when the API refuses. What was clicked counts only until
 * the mock arrives anew, which a changed `updatedAt` tells.
 */
function useEnabledSwitch() {
  const router = useRouter();
  const toast = useToast();
  const [clicked, setClicked] = useState<Record<string, { on: boolean; since: string }>>({});

  const isEnabled = (mock: Mock) => {
    const mine = clicked[mock.id];
    return mine && mine.since === mock.updatedAt ? mine.on : mock.enabled;
  };

  async function toggle(mock: Mock, on: boolean, undone = false) {
    setClicked((all) => ({ ...all, [mock.id]: { on, since: mock.updatedAt } }));
    try {
      const saved = await call(updateMock, { projectId: mock.projectId, mockId: mock.id, enabled: on });
      const undo = () => void toggle(saved, !on, true);
      toast.success(`“${mock.name}” is ${on ? "on" : "off"}`, undone ? {} : { undo });
    } catch (error) {
      setClicked(({ [mock.id]: _, ...others }) => others);
      toast.error(`“${mock.name}” could not be switched ${on ? "on" : "off"}`, {
        description: messageOf(error),
      });
    }
    router.refresh();
  }

  return { isEnabled, toggle: (mock: Mock, on: boolean) => void toggle(mock, on) };
}

function matches({ name, endpoint, method }: Mock, query: string): boolean {
  const text = `${method} ${endpoint} ${name}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
