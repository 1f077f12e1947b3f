"use client";

import { Ban } from "lucide-react";
import type { ReactNode } from "react";
import { KeyMenu } from "@/components/keys/key-menu";
import type { CreatedKey } from "@/components/keys/key-once";
import { type ApiKey, isUnused, isUsable, type KeyState, keyState } from "@/components/keys/key-state";
import { keysList } from "@/components/keys/keys-list";
import { Badge, type Tone } from "@/components/ui/badge";
import type { BulkAction } from "@/components/ui/bulk-bar";
import { cn } from "@/components/ui/cn";
import { actionsColumn } from "@/components/ui/columns";
import type { Column } from "@/components/ui/data-table";
import { ListView } from "@/components/ui/list-view";
import { useWrite } from "@/components/ui/queries";
import { RelativeTime, useNow } from "@/components/ui/relative-time";
import { useList } from "@/components/ui/use-list";
import { revokeApiKey } from "@/lib/keys/contract";

export type KeysViewProps = {
  projectId: string;
  mayChange: boolean;
  now: string;
  onRolled: (created: CreatedKey) => void;
  empty: ReactNode;
};

export function KeysView({ projectId, mayChange, now, onRolled, empty }: KeysViewProps) {
  const write = useWrite();
  const at = useNow() ?? Date.parse(now);
  const menu = (key: ApiKey) => <KeyMenu apiKey={key} projectId={projectId} onRolled={onRolled} />;
  const revoke: BulkAction<ApiKey> = {
    label: "Revoke",
    icon: Ban,
    tone: "danger-outline",
    confirm: (_, what) => ({
      title: `Revoke ${what}?`,
      description: "Requests with them get 401 from the next one on. This cannot be undone.",
    }),
    done: "revoked",
    each: ({ id }) => write(revokeApiKey, { projectId, keyId: id }),
  };
  return (
    <ListView
      list={useList(keysList, { projectId })}
      columns={columnsOf(new Date(at), mayChange ? menu : undefined)}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      {...(mayChange && { bulk: [revoke] })}
      empty={empty}
    />
  );
}

const when = (time: string | null) =>
  time ? <RelativeTime value={time} /> : <span className="text-ink-mute">never</span>;

function columnsOf(now: Date, menu: ((key: ApiKey) => ReactNode) | undefined): Column<ApiKey>[] {
  const time = { labelled: true, className: "whitespace-nowrap" };
  const columns: Column<ApiKey>[] = [
    {
      id: "name",
      header: "Name",
      sort: "name",
      className: "max-w-64",
      cell: (key) => (
        <span className={cn("break-words font-medium", isUsable(key, now) ? "text-ink" : "text-ink-mute")}>
          {key.name}
        </span>
      ),
    },
    {
      id: "key",
      header: "Key",
      labelled: true,
      className: "whitespace-nowrap",
      cell: ({ prefix }) => <code className="text-xs">{prefix}…</code>,
    },
    { id: "state", header: "State", labelled: true, cell: (key) => <State apiKey={key} now={now} /> },
    { id: "used", header: "Last used", sort: "lastUsedAt", ...time, cell: (key) => when(key.lastUsedAt) },
    { id: "expires", header: "Expires", sort: "expiresAt", ...time, cell: (key) => when(key.expiresAt) },
    { id: "created", header: "Created", sort: "createdAt", ...time, cell: (key) => when(key.createdAt) },
  ];
  if (!menu) return columns;
  return [...columns, actionsColumn((key: ApiKey) => (isUsable(key, now) ? menu(key) : null))];
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
