import type { ReactNode } from "react";
import { Reach } from "@/components/keys/key-scope";
import { type ApiKey, isUnused, isUsable, type KeyState, keyState } from "@/components/keys/key-state";
import { Badge, type Tone } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { actionsColumn } from "@/components/ui/columns";
import type { Column } from "@/components/ui/data-table";
import { RelativeTime } from "@/components/ui/times";

/** @param menu of a usable key; null if the person can't change it */
export function keyColumns(now: Date, menu: (key: ApiKey) => ReactNode): Column<ApiKey>[] {
  return [
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
          <span className="flex flex-wrap items-center gap-1.5">
            <code className="text-ink-mute text-xs">{key.prefix}…</code>
            {key.personal ? <Badge>personal</Badge> : null}
          </span>
        </span>
      ),
    },
    {
      id: "scope",
      header: "Scopes",
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
      cell: (key) => <Creation apiKey={key} />,
    },
    actionsColumn((key: ApiKey) => (isUsable(key, now) ? menu(key) : null)),
  ];
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

/** When, and for admins by whom. Marks keys of people who left the team. */
function Creation({ apiKey: { createdAt, createdBy } }: { apiKey: ApiKey }) {
  return (
    <span className="flex min-w-0 flex-col items-start">
      <span className="whitespace-nowrap">{when(createdAt)}</span>
      {createdBy ? (
        <span className="wrap-anywhere text-ink-mute text-xs" title={createdBy.email}>
          by {createdBy.name}
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
