"use client";

import { Ban, KeyRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { CreateKey } from "@/components/keys/create-key";
import { KeyMenu } from "@/components/keys/key-menu";
import type { CreatedKey, KeyOnceProps } from "@/components/keys/key-once";
import { type ApiKey, isUnused, isUsable, type KeyState, keyState } from "@/components/keys/key-state";
import { keysList } from "@/components/keys/keys-list";
import { Badge, type Tone } from "@/components/ui/badge";
import type { BulkAction } from "@/components/ui/bulk-bar";
import { Callout } from "@/components/ui/callout";
import { cn } from "@/components/ui/cn";
import { actionsColumn } from "@/components/ui/columns";
import type { Column } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { laterPopup } from "@/components/ui/later-popup";
import { ListView } from "@/components/ui/list-view";
import { PageHeader } from "@/components/ui/page-header";
import { useWrite } from "@/components/ui/queries";
import { RelativeTime, useNow } from "@/components/ui/times";
import { useList } from "@/components/ui/use-list";
import { revokeApiKey } from "@/lib/keys/contract";

const KeyOnce = laterPopup<KeyOnceProps>("dialog", () =>
  import("@/components/keys/key-once").then((file) => file.KeyOnce),
);

export type KeysRoomProps = {
  /** The project's public reference id. */
  projectId: string;
  /** The team's name, for members who cannot change anything; undefined for admins. */
  adminsOf: string | undefined;
  /** When the page was rendered; states are first computed for this time. */
  now: string;
  /** The address of a call that every key of the project can make. */
  tryUrl: string;
};

export function KeysRoom({ projectId, adminsOf, now, tryUrl }: KeysRoomProps) {
  const [fresh, setFresh] = useState<CreatedKey | null>(null);
  const mayChange = adminsOf === undefined;
  const create = (label: string) =>
    mayChange ? <CreateKey projectId={projectId} label={label} onCreated={setFresh} /> : undefined;
  return (
    <>
      <PageHeader
        title="API keys"
        description="What programs sign in with. A key acts as an admin of this project, and of no other."
        actions={create("New key")}
      />
      <div className="flex flex-col gap-4">
        {mayChange ? null : (
          <Callout>
            Only admins of {adminsOf} create, roll and revoke keys. You see which keys exist, but never a key
            itself.
          </Callout>
        )}
        <KeysView
          projectId={projectId}
          mayChange={mayChange}
          now={now}
          onRolled={setFresh}
          empty={
            <EmptyState
              icon={<KeyRound />}
              title="No API keys yet"
              text="A key lets a program read flags and call the API for this project, without anybody’s password."
              action={create("Create your first key")}
            />
          }
        />
      </div>
      <KeyOnce open={fresh !== null} created={fresh} tryUrl={tryUrl} onDone={() => setFresh(null)} />
    </>
  );
}

type KeysViewProps = {
  projectId: string;
  mayChange: boolean;
  now: string;
  onRolled: (created: CreatedKey) => void;
  empty: ReactNode;
};

function KeysView({ projectId, mayChange, now, onRolled, empty }: KeysViewProps) {
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
  const maker: Column<ApiKey> = {
    id: "maker",
    header: "Created by",
    labelled: true,
    className: "max-w-48",
    cell: ({ createdBy }) => <Maker maker={createdBy} />,
  };
  return [...columns, maker, actionsColumn((key: ApiKey) => (isUsable(key, now) ? menu(key) : null))];
}

/** Whose hands a key came from; what people keep who left the team has a mark. */
function Maker({ maker }: { maker: ApiKey["createdBy"] }) {
  if (!maker) return <span className="text-ink-mute">unknown</span>;
  return (
    <span className="flex flex-wrap items-center gap-1.5" title={maker.email}>
      <span className="break-words">{maker.name}</span>
      {maker.isMember ? null : <Badge tone="amber">left the team</Badge>}
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
