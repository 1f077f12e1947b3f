"use client";

import { KeyRound } from "lucide-react";
import { useState } from "react";
import { CreateKey } from "@/components/keys/create-key";
import type { CreatedKey, KeyOnceProps } from "@/components/keys/key-once";
import { KeysView } from "@/components/keys/keys-view";
import { Callout } from "@/components/ui/callout";
import { EmptyState } from "@/components/ui/empty-state";
import { laterPopup } from "@/components/ui/later-popup";
import { PageHeader } from "@/components/ui/page-header";

const KeyOnce = laterPopup<KeyOnceProps>("dialog", () =>
  import("@/components/keys/key-once").then((file) => file.KeyOnce),
);

export type KeysRoomProps = {
  /** The project's public reference id. */
  projectId: string;
  /** The team's name, for members who cannot change anything; undefined for admins. */
  adminsOf: string | undefined;
  /** When the page was made, by which states are judged at first. */
  now: string;
  /** A call that every key of the project can make. */
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
