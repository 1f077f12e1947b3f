"use client";

import type { CreatedKey } from "@/components/keys/key-once";
import { KeyRowMenu } from "@/components/keys/key-row-menu";
import {
  type ApiKey,
  isUnused,
  isUsable,
  type KeyState,
  keyState,
  usableFirst,
} from "@/components/keys/key-state";
import { Badge, type Tone } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { RelativeTime } from "@/components/ui/relative-time";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";

export type KeysTableProps = {
  keys: readonly ApiKey[];
  projectId: string;
  mayChange: boolean;
  now: Date;
  onRolled: (created: CreatedKey) => void;
};

export function KeysTable({ keys, projectId, mayChange, now, onRolled }: KeysTableProps) {
  return (
    <Table label="API keys">
      <TableHead>
        <TableHeader>Name</TableHeader>
        <TableHeader>Key</TableHeader>
        <TableHeader>State</TableHeader>
        <TableHeader>Last used</TableHeader>
        <TableHeader>Expires</TableHeader>
        <TableHeader>Created</TableHeader>
        {mayChange ? (
          <TableHeader>
            <span className="sr-only">Actions</span>
          </TableHeader>
        ) : null}
      </TableHead>
      <TableBody>
        {usableFirst(keys, now).map((key) => (
          <TableRow key={key.id}>
            <TableCell className="max-w-64">
              <span
                className={cn("break-words font-medium", isUsable(key, now) ? "text-ink" : "text-ink-mute")}
              >
                {key.name}
              </span>
            </TableCell>
            <TableCell label="Key" className="whitespace-nowrap font-mono text-xs">
              {key.prefix}…
            </TableCell>
            <TableCell label="State">
              <State apiKey={key} now={now} />
            </TableCell>
            <TableCell label="Last used" className="whitespace-nowrap">
              {key.lastUsedAt ? <RelativeTime value={key.lastUsedAt} /> : <None>never</None>}
            </TableCell>
            <TableCell label="Expires" className="whitespace-nowrap">
              {key.expiresAt ? <RelativeTime value={key.expiresAt} /> : <None>never</None>}
            </TableCell>
            <TableCell label="Created" className="whitespace-nowrap">
              <RelativeTime value={key.createdAt} />
            </TableCell>
            {mayChange ? (
              <TableCell actions>
                {isUsable(key, now) ? (
                  <KeyRowMenu apiKey={key} projectId={projectId} onRolled={onRolled} />
                ) : null}
              </TableCell>
            ) : null}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function None({ children }: { children: string }) {
  return <span className="text-ink-mute">{children}</span>;
}

const tones: Record<KeyState, Tone> = {
  active: "green",
  "expires soon": "amber",
  expired: "neutral",
  revoked: "neutral",
};

function State({ apiKey, now }: { apiKey: ApiKey; now: Date }) {
  const state = keyState(apiKey, now);
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <Badge tone={tones[state]} dot>
        {state}
      </Badge>
      {isUnused(apiKey, now) ? <Badge tone="amber">unused for 90 days</Badge> : null}
    </span>
  );
}
