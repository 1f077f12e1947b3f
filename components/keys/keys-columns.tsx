import type { ReactNode } from "react";
import { Reach } from "@/components/keys/key-scope";
import { type ApiKey, isUnused, isUsable, type KeyState, keyState } from "@/components/keys/key-state";
import { Badge, type Tone } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { actionsColumn } from "@/components/ui/columns";
import type { Column } from "@/components/ui/data-table";
import { RelativeTime } from "@/components/ui/times";

/** @param menu absent for members, who are not shown either who made them */
export function keyColumns(now: Date, menu: ((key: ApiKey) => ReactNode) | undefined): Column<ApiKey>[] {
  const columns: Column<ApiKey>[] = [
    {
      id: "name",
      header: "Name",
      sort: "name",
      className: "max-sm:pr-11 sm:min-w-40 sm:max-w-64",
      cell: (key) => (
        <span className="flex min-w-0 flex-col">
          <span
            className={cn(
              "wrap-anywhere line-clamp-4 font-medium",
              isUsable(key, now) ? "text-ink" : "text-ink-mute",
            )}
            title={key.name}
          >
            {key.name}
          </span>
          <code className="text-ink-mute text-xs">{key.prefix}…</code>
        </span>
      ),
    },
    {
      id: "scope",
      header: "Scope",
      labelled: true,
      className: "sm:min-w-44 sm:max-w-56 max-sm:items-start max-sm:py-1.5",
      cell: (key) => <Reach apiKey={key} />,
    },
    {
      id: "environment",
      header: "Environment",
      labelled: true,
      className: "sm:min-w-28 sm:max-w-40",
      cell: ({ environmentKey }) =>
        environmentKey === null ? (
          <span className="text-ink-mute">any</span>
        ) : (
          <code className="wrap-anywhere text-xs">{environmentKey}</code>
        ),
    },
    { id: "state", header: "State", labelled: true, cell: (key) => <State apiKey={key} now={now} /> },
    {
      id: "used",
      header: "Last used",
      sort: "lastUsedAt",
      labelled: true,
      className: "sm:max-w-44",
      cell: (key) => <LastUse apiKey={key} />,
    },
    {
      id: "expires",
      header: "Expires",
      sort: "expiresAt",
      labelled: true,
      className: "whitespace-nowrap",
      cell: (key) => when(key.expiresAt),
    },
    {
      id: "created",
      header: "Created",
      sort: "createdAt",
      labelled: true,
      className: "sm:max-w-48",
      cell: (key) => <Making apiKey={key} isAdmin={menu !== undefined} />,
    },
  ];
  return menu
    ? [...columns, actionsColumn((key: ApiKey) => (isUsable(key, now) ? menu(key) : null))]
    : columns;
}

const when = (time: string | null) =>
  time ? <RelativeTime value={time} /> : <span className="text-ink-mute">never</span>;

/** When, and for admins from where and by what. */
function LastUse({ apiKey: { lastUsedAt, lastUsedFrom, lastUsedAgent } }: { apiKey: ApiKey }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="whitespace-nowrap">{when(lastUsedAt)}</span>
      {lastUsedFrom ? <span className="break-all text-ink-mute text-xs">{lastUsedFrom}</span> : null}
      {lastUsedAgent ? (
        <span className="line-clamp-2 break-all text-ink-mute text-xs" title={lastUsedAgent}>
          {lastUsedAgent}
        </span>
      ) : null}
    </span>
  );
}

/** When, and for admins out of whose hands; what people keep who left the team has a mark. */
function Making({ apiKey: { createdAt, createdBy }, isAdmin }: { apiKey: ApiKey; isAdmin: boolean }) {
  return (
    <span className="flex min-w-0 flex-col items-start">
      <span className="whitespace-nowrap">{when(createdAt)}</span>
      {isAdmin ? (
        <span className="wrap-anywhere text-ink-mute text-xs" title={createdBy?.email}>
          {createdBy ? `by ${createdBy.name}` : "by somebody unknown"}
        </span>
      ) : null}
      {createdBy && !createdBy.isMember ? <Badge tone="amber">left the team</Badge> : null}
    </span>
  );
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
