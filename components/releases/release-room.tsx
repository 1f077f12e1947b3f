"use client";

import { CircleX, PenLine, RefreshCw, SlidersHorizontal } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { AttachmentsPanel } from "@/components/releases/attachments-panel";
import { CoveragePanel } from "@/components/releases/coverage-panel";
import { HistoryPanel } from "@/components/releases/history-panel";
import { NotesEditor } from "@/components/releases/notes-editor";
import { ReleaseActions } from "@/components/releases/release-actions";
import { ReleaseFacts } from "@/components/releases/release-facts";
import { ReleaseProgress } from "@/components/releases/release-progress";
import { hasFailed } from "@/components/releases/release-status";
import {
  countText,
  type Release,
  type ReleaseSettings,
  type RepositoryNames,
} from "@/components/releases/release-types";
import { SendRelease } from "@/components/releases/send-release";
import { type ReleaseRoomState, useReleaseRoom } from "@/components/releases/use-release-room";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { EmptyState } from "@/components/ui/empty-state";
import { messageOf } from "@/components/ui/form-problem";
import { PageHeader } from "@/components/ui/page-header";
import { Tabs } from "@/components/ui/tabs";
import { useToast } from "@/components/ui/toast";
import { writeParams } from "@/components/ui/write-params";

export type ReleaseRoomProps = {
  projectId: string;
  release: Release;
  settings: ReleaseSettings;
  names: RepositoryNames;
  /** Address of the list of releases. */
  base: string;
  publicUrl: string | undefined;
  isAdmin: boolean;
  myEmail: string;
};

export function ReleaseRoom({
  projectId,
  base,
  names,
  settings,
  publicUrl,
  isAdmin,
  myEmail,
  release: given,
}: ReleaseRoomProps) {
  const room = useReleaseRoom(projectId, given);
  const [sending, setSending] = useState(false);
  const { release } = room;
  return (
    <>
      <PageHeader
        title={release.title}
        back={{ href: base, label: "Releases" }}
        actions={
          <ReleaseActions
            projectId={projectId}
            room={room}
            base={base}
            publicUrl={publicUrl}
            onSend={() => setSending(true)}
          />
        }
        meta={<ReleaseFacts release={release} names={names} publicUrl={publicUrl} />}
      />
      {release.progress ? (
        <ReleaseProgress progress={release.progress} />
      ) : (
        <Written projectId={projectId} base={base} names={names} room={room} />
      )}
      <SendRelease
        projectId={projectId}
        room={room}
        settings={settings}
        myEmail={myEmail}
        settingsHref={isAdmin ? `${base}/settings` : undefined}
        open={sending}
        onOpenChange={setSending}
      />
    </>
  );
}

type WrittenProps = Pick<ReleaseRoomProps, "projectId" | "base" | "names"> & { room: ReleaseRoomState };

/** Notes that are there, or the reason why there are none. */
function Written({ projectId, base, names, room }: WrittenProps) {
  const { release } = room;
  const [byHand, setByHand] = useState(false);
  const [tab, setTab] = useState(useSearchParams()?.get("tab") ?? "notes");
  const [compared, setCompared] = useState<number | null>(null);

  function open(next: string) {
    setTab(next);
    writeParams({ tab: next === "notes" ? "" : next }, "replace");
  }

  if (hasFailed(release) && !byHand) {
    return <Failed room={room} base={base} onByHand={() => setByHand(true)} />;
  }
  return (
    <div className="flex flex-col gap-4">
      {release.errorMessage ? <FailedAgain room={room} /> : null}
      {release.warning ? <Callout tone="warning">{release.warning}</Callout> : null}
      {room.replaced === null ? null : (
        <Callout
          tone="success"
          title="The notes are written anew"
          actions={
            <Button
              size="sm"
              onClick={() => {
                setCompared(room.replaced);
                open("history");
                room.forgetReplaced();
              }}
            >
              Compare and restore
            </Button>
          }
        >
          Your earlier text is revision {room.replaced} in the history.
        </Callout>
      )}
      <Tabs
        label="Release"
        value={tab}
        onValueChange={(next) => {
          setCompared(null);
          open(next);
        }}
        items={[
          {
            value: "notes",
            label: "Notes",
            content: <NotesEditor notes={room.notes} unsaved={room.isDirty} />,
          },
          {
            value: "coverage",
            label: "Coverage",
            content: (
              <CoveragePanel
                projectId={projectId}
                releaseId={release.id}
                names={names}
                revision={release.revision}
              />
            ),
          },
          {
            value: "attachments",
            label: "Attachments",
            content: <AttachmentsPanel projectId={projectId} releaseId={release.id} />,
          },
          {
            value: "history",
            label: release.revision > 1 ? `History ${countText(release.revision)}` : "History",
            content: <HistoryPanel key={compared} projectId={projectId} room={room} first={compared} />,
          },
        ]}
      />
    </div>
  );
}

type FailedProps = { room: ReleaseRoomState; base: string; onByHand: () => void };

function Failed({ room, base, onByHand }: FailedProps) {
  return (
    <EmptyState
      icon={<CircleX />}
      title="The notes could not be written"
      text={room.release.errorMessage}
      action={
        <>
          <Button href={`${base}/new?from=${room.release.id}`} variant="primary">
            <SlidersHorizontal aria-hidden />
            Change range or repositories
          </Button>
          <TryAgain room={room} />
          <Button onClick={onByHand}>
            <PenLine aria-hidden />
            Write by hand
          </Button>
        </>
      }
    />
  );
}

/** There are notes, but not those that were asked for last. */
function FailedAgain({ room }: { room: ReleaseRoomState }) {
  return (
    <Callout
      tone="danger"
      live
      title="The notes could not be written anew"
      actions={<TryAgain room={room} />}
    >
      {room.release.errorMessage} They say what they said before.
    </Callout>
  );
}

function TryAgain({ room }: { room: ReleaseRoomState }) {
  const toast = useToast();
  const [busy, setBusy] = useState(false);

  async function again() {
    setBusy(true);
    try {
      await room.regenerate();
    } catch (error) {
      toast.error("The notes could not be written anew", { description: messageOf(error) });
    }
    setBusy(false);
  }

  return (
    <Button loading={busy} onClick={() => void again()}>
      <RefreshCw aria-hidden />
      Try again
    </Button>
  );
}
