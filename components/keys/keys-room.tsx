"use client";

import { Ban, KeyRound } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { type ReactNode, useState } from "react";
import { CreateKey } from "@/components/keys/create-key";
import type { CreateKeyDialogProps, CreateKeyProps } from "@/components/keys/create-key-dialog";
import { KeyMenu } from "@/components/keys/key-menu";
import type { CreatedKey, KeyOnceProps } from "@/components/keys/key-once";
import type { ApiKey } from "@/components/keys/key-state";
import { keyColumns } from "@/components/keys/keys-columns";
import { keysList } from "@/components/keys/keys-list";
import type { BulkAction } from "@/components/ui/bulk-bar";
import { Callout } from "@/components/ui/callout";
import { EmptyState } from "@/components/ui/empty-state";
import { laterPopup } from "@/components/ui/later-popup";
import { ListView } from "@/components/ui/list-view";
import { PageHeader } from "@/components/ui/page-header";
import { useWrite } from "@/components/ui/queries";
import { useNow } from "@/components/ui/times";
import { useList } from "@/components/ui/use-list";
import { revokeApiKey } from "@/lib/keys/contract";
import { basicScopes } from "@/lib/platform/key-scopes";

const KeyOnce = laterPopup<KeyOnceProps>("dialog", () =>
  import("@/components/keys/key-once").then((file) => file.KeyOnce),
);

const AskedKeyDialog = laterPopup<CreateKeyDialogProps>("dialog", () =>
  import("@/components/keys/create-key-dialog").then((file) => file.CreateKeyDialog),
);

export type KeysRoomProps = {
  /** The Project ID (`referenceId`). */
  projectId: string;
  /** The team's name, for members; undefined for admins. */
  adminsOf: string | undefined;
  userId: string;
  /** When the page was rendered; states are first computed for this time. */
  now: string;
  appUrl: string;
};

export function KeysRoom({ projectId, adminsOf, userId, now, appUrl }: KeysRoomProps) {
  const [fresh, setFresh] = useState<CreatedKey | null>(null);
  const isAdmin = adminsOf === undefined;
  const creation = { projectId, isAdmin, onCreated: setFresh };
  return (
    <>
      <PageHeader
        title="API keys"
        description="API keys authenticate scripts and services with this project. The scopes limit what a key can do."
        actions={<CreateKey {...creation} label="Create key" />}
      />
      <div className="flex flex-col gap-4">
        {isAdmin ? null : (
          <Callout>
            You can create personal keys. They have your role in this project and are revoked when you leave
            the team. Only admins of {adminsOf} can create and change project keys.
          </Callout>
        )}
        <KeysView
          projectId={projectId}
          isAdmin={isAdmin}
          userId={userId}
          now={now}
          onRolled={setFresh}
          empty={
            <EmptyState
              icon={<KeyRound />}
              title="No API keys yet"
              text="Create one to call the API from scripts and CI, or to evaluate flags in a service or web page."
              action={<CreateKey {...creation} label="Create your first key" />}
            />
          }
        />
      </div>
      <AskedKey {...creation} />
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

/** The dialog that a link with `?new=` opens, with this access. */
function AskedKey(props: CreateKeyProps) {
  const [asked, setAsked] = useQueryState("new", parseAsStringLiteral(basicScopes));
  // The content stays while the dialog closes.
  const [access, setAccess] = useState(asked);
  if (asked && asked !== access) setAccess(asked);
  return (
    <AskedKeyDialog
      {...props}
      access={access ?? "admin"}
      open={asked !== null}
      onOpenChange={(open) => (open ? undefined : void setAsked(null, { history: "replace" }))}
    />
  );
}

type KeysViewProps = {
  projectId: string;
  isAdmin: boolean;
  userId: string;
  now: string;
  onRolled: (created: CreatedKey) => void;
  empty: ReactNode;
};

function KeysView({ projectId, isAdmin, userId, now, onRolled, empty }: KeysViewProps) {
  const write = useWrite();
  const at = useNow() ?? Date.parse(now);
  // Members see only their own personal keys, besides those of the project.
  const menu = (key: ApiKey) =>
    isAdmin || key.personal ? (
      <KeyMenu
        apiKey={key}
        projectId={projectId}
        canRoll={!key.personal || key.createdBy?.userId === userId}
        onRolled={onRolled}
      />
    ) : null;
  const revoke: BulkAction<ApiKey> = {
    label: "Revoke",
    icon: Ban,
    tone: "danger-outline",
    confirm: (_, what) => ({
      title: `Revoke ${what}?`,
      description: "Requests with these keys get 401 immediately. You can't undo this.",
    }),
    done: "revoked",
    each: ({ id }) => write(revokeApiKey, { projectId, keyId: id }),
  };
  return (
    <ListView
      list={useList(keysList, { projectId })}
      columns={keyColumns(new Date(at), menu)}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      {...(isAdmin && { bulk: [revoke] })}
      empty={empty}
    />
  );
}
