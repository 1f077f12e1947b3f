"use client";

import { Ban, KeyRound } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { type ReactNode, useId, useState } from "react";
import { CreateKey } from "@/components/keys/create-key";
import type { CreateKeyDialogProps, CreateKeyProps } from "@/components/keys/create-key-dialog";
import { KeyMenu } from "@/components/keys/key-menu";
import type { CreatedKey, KeyOnceProps } from "@/components/keys/key-once";
import type { ApiKey } from "@/components/keys/key-state";
import { keyColumns } from "@/components/keys/keys-columns";
import { keysList } from "@/components/keys/keys-list";
import type { BulkAction } from "@/components/ui/bulk-bar";
import { NewButton } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { EmptyState } from "@/components/ui/empty-state";
import { laterPopup } from "@/components/ui/later-popup";
import { ListView } from "@/components/ui/list-view";
import { PageHeader } from "@/components/ui/page-header";
import { useWrite } from "@/components/ui/queries";
import { useNow } from "@/components/ui/times";
import { useList } from "@/components/ui/use-list";
import { revokeApiKey } from "@/lib/keys/contract";
import { scopes } from "@/lib/operations/operation";

const KeyOnce = laterPopup<KeyOnceProps>("dialog", () =>
  import("@/components/keys/key-once").then((file) => file.KeyOnce),
);

const AskedKeyDialog = laterPopup<CreateKeyDialogProps>("dialog", () =>
  import("@/components/keys/create-key-dialog").then((file) => file.CreateKeyDialog),
);

export type KeysRoomProps = {
  /** The Project ID (`referenceId`). */
  projectId: string;
  /** The team's name, for members who cannot change anything; undefined for admins. */
  adminsOf: string | undefined;
  /** When the page was rendered; states are first computed for this time. */
  now: string;
  appUrl: string;
};

export function KeysRoom({ projectId, adminsOf, now, appUrl }: KeysRoomProps) {
  const [fresh, setFresh] = useState<CreatedKey | null>(null);
  const mayChange = adminsOf === undefined;
  const reason = useId();
  const create = (label: string) =>
    mayChange ? (
      <CreateKey projectId={projectId} label={label} onCreated={setFresh} />
    ) : (
      <NewButton disabled aria-describedby={reason}>
        {label}
      </NewButton>
    );
  return (
    <>
      <PageHeader
        title="API keys"
        description="What programs sign in with, for this project and no other. A key’s scope says how far it goes."
        actions={create("New key")}
      />
      <div className="flex flex-col gap-4">
        {mayChange ? null : (
          <div id={reason}>
            <Callout>
              Only admins of {adminsOf} create, edit, roll and revoke keys. You see which keys exist, but
              never a key itself.
            </Callout>
          </div>
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
              text="A key lets a program ask for flags or call the API for this project, without anybody’s password. One that only asks for flags may be in a web page."
              action={mayChange ? create("Create your first key") : undefined}
            />
          }
        />
      </div>
      {mayChange ? <AskedKey projectId={projectId} onCreated={setFresh} /> : null}
      <KeyOnce
        open={fresh !== null}
        created={fresh}
        projectId={projectId}
        appUrl={appUrl}
        onDone={() => setFresh(null)}
      />
    </>
  );
}

/** The dialog of a new key that another page asks for by `?new=`, with its scope. */
function AskedKey(props: CreateKeyProps) {
  const [asked, setAsked] = useQueryState("new", parseAsStringLiteral(scopes));
  // While the dialog goes, it stays what it was.
  const [scope, setScope] = useState(asked);
  if (asked && asked !== scope) setScope(asked);
  return (
    <AskedKeyDialog
      {...props}
      scope={scope ?? "admin"}
      open={asked !== null}
      onOpenChange={(open) => (open ? undefined : void setAsked(null, { history: "replace" }))}
    />
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
      columns={keyColumns(new Date(at), mayChange ? menu : undefined)}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      {...(mayChange && { bulk: [revoke] })}
      empty={empty}
    />
  );
}
