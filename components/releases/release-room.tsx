"use client";

import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useRef, useState } from "react";
import type { AttachmentsPanelProps } from "@/components/releases/attachments-panel";
import { CancelRelease } from "@/components/releases/cancel-release";
import type { CoveragePanelProps } from "@/components/releases/coverage-panel";
import { Failed, FailedAgain } from "@/components/releases/failed-notes";
import type { HistoryPanelProps } from "@/components/releases/history-panel";
import type { KnownNotes } from "@/components/releases/markdown-view";
import { NotesEditor } from "@/components/releases/notes-editor";
import { ReleaseActions, ReleaseMenu } from "@/components/releases/release-actions";
import { hasFailed, ReleaseFacts } from "@/components/releases/release-facts";
import { ReleaseProgress } from "@/components/releases/release-progress";
import {
  countText,
  type Release,
  type ReleaseSettings,
  type RepositoryNames,
} from "@/components/releases/release-types";
import type { SendReleaseProps } from "@/components/releases/send-release";
import type { InsertImage } from "@/components/releases/use-note-images";
import { type ReleaseRoomState, useReleaseRoom } from "@/components/releases/use-release-room";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { laterComponent } from "@/components/ui/later";
import { laterPopup } from "@/components/ui/later-popup";
import { PageHeader } from "@/components/ui/page-header";
import { useAnswer } from "@/components/ui/queries";
import { Tabs } from "@/components/ui/tabs";
import { SkeletonRows } from "@/components/ui/waiting";
import { ApiError } from "@/lib/operations/client";
import type { AttachedImage } from "@/lib/releases/images/attached-images";
import { getRelease } from "@/lib/releases/notes/contract";

const AttachmentsPanel = laterComponent<AttachmentsPanelProps>(
  () => import("@/components/releases/attachments-panel").then((file) => file.AttachmentsPanel),
  <SkeletonRows label="Loading the attachments" />,
);
const CoveragePanel = laterComponent<CoveragePanelProps>(
  () => import("@/components/releases/coverage-panel").then((file) => file.CoveragePanel),
  <SkeletonRows label="Loading the commits" />,
);
const HistoryPanel = laterComponent<HistoryPanelProps>(
  () => import("@/components/releases/history-panel").then((file) => file.HistoryPanel),
  <SkeletonRows label="Loading the history" />,
);
const SendRelease = laterPopup<SendReleaseProps>("dialog", () =>
  import("@/components/releases/send-release").then((file) => file.SendRelease),
);

export type ReleaseRoomProps = {
  release: Release;
  settings: ReleaseSettings;
  names: RepositoryNames;
  /** Address of the list of releases. */
  base: string;
  publicUrl: string | undefined;
  isAdmin: boolean;
  myEmail: string;
  /** The account whose drafts this browser keeps. */
  accountId: string;
  /** The notes that the page was rendered with, as readers see them. */
  preview: KnownNotes | undefined;
};

const makingPaceMs = 1000;

/** The page of a release, kept up to date: the generation's progress or the notes. */
export function ReleaseRoom({ release: given, ...props }: ReleaseRoomProps) {
  const { projectId, id: releaseId } = given;
  const [making, setMaking] = useState(given.status === "processing");
  const [replaced, setReplaced] = useState<number | null>(null);
  const watch = making ? makingPaceMs : true;
  const { data: release = given, error } = useAnswer(getRelease, { projectId, releaseId }, { watch });
  if (making !== (release.status === "processing")) setMaking(!making);
  if (release.progress) {
    const gone = error instanceof ApiError && error.status === 404;
    return <InTheMaking release={release} gone={gone} {...props} />;
  }
  return <Made release={release} replaced={replaced} onReplace={setReplaced} {...props} />;
}

type InTheMakingProps = Pick<ReleaseRoomProps, "release" | "names" | "base" | "publicUrl"> & {
  gone: boolean;
};

function InTheMaking({ release, names, base, publicUrl, gone }: InTheMakingProps) {
  return (
    <>
      <PageHeader
        title={release.title}
        back={{ href: base, label: "Releases" }}
        actions={<ReleaseMenu release={release} base={base} />}
        meta={<ReleaseFacts release={release} names={names} publicUrl={publicUrl} />}
      />
      {gone ? (
        <Callout tone="danger" live title="Somebody deleted this release meanwhile" />
      ) : release.progress ? (
        <ReleaseProgress progress={release.progress} cancel={<CancelRelease release={release} />} />
      ) : null}
    </>
  );
}

type MadeProps = ReleaseRoomProps & {
  /** The revision that was replaced by regenerating the notes on this page. */
  replaced: number | null;
  onReplace: (revision: number | null) => void;
};

/** Remounted when the notes are replaced, so that the form starts with the new ones. */
function Made({ replaced, onReplace, accountId, ...props }: MadeProps) {
  const { release, base, names, settings, publicUrl, isAdmin, myEmail, preview } = props;
  const room = useReleaseRoom({ release, accountId, onReplace });
  const [sending, setSending] = useState(false);
  return (
    <>
      <PageHeader
        title={release.title}
        back={{ href: base, label: "Releases" }}
        actions={
          <ReleaseActions
            projectId={release.projectId}
            room={room}
            base={base}
            publicUrl={publicUrl}
            onSend={() => setSending(true)}
          />
        }
        meta={<ReleaseFacts release={release} names={names} publicUrl={publicUrl} />}
      />
      <Written
        base={base}
        names={names}
        room={room}
        replaced={replaced}
        onReplace={onReplace}
        preview={preview}
      />
      <SendRelease
        projectId={release.projectId}
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

type WrittenProps = Pick<MadeProps, "base" | "names" | "replaced" | "onReplace" | "preview"> & {
  room: ReleaseRoomState;
};

const tab = parseAsStringLiteral(["notes", "coverage", "attachments", "history"]).withDefault("notes");

/** The notes, or the reason why there are none. */
function Written({ base, names, room, replaced, onReplace, preview }: WrittenProps) {
  const { release } = room;
  const { id: releaseId, projectId, revision } = release;
  const [byHand, setByHand] = useState(false);
  const [shown, show] = useQueryState("tab", tab);
  const [compared, setCompared] = useState<number | null>(null);
  const inserter = useRef<InsertImage>(undefined);

  /** A field that is hidden has no cursor, so the notes are shown first. */
  async function insert(image: AttachedImage) {
    await show("notes");
    requestAnimationFrame(() => inserter.current?.(image));
  }

  if (hasFailed(release) && !byHand) {
    return <Failed room={room} base={base} onByHand={() => setByHand(true)} />;
  }
  return (
    <div className="flex flex-col gap-4">
      {release.errorMessage ? <FailedAgain room={room} /> : null}
      {release.publishProblem ? (
        <Callout tone="danger" title="The release was not published at its time">
          {release.publishProblem} Publish it, or schedule it again.
        </Callout>
      ) : null}
      {release.warning ? <Callout tone="warning">{release.warning}</Callout> : null}
      {replaced === null || release.errorMessage ? null : (
        <Callout
          tone="success"
          title="The notes are written anew"
          actions={
            <Button
              size="sm"
              onClick={() => {
                setCompared(replaced);
                void show("history");
                onReplace(null);
              }}
            >
              Compare and restore
            </Button>
          }
        >
          Your earlier text is revision {replaced} in the history.
        </Callout>
      )}
      <Tabs
        label="Release"
        value={shown}
        onValueChange={(next) => {
          setCompared(null);
          void show(tab.parse(next));
        }}
        items={[
          {
            value: "notes",
            label: "Notes",
            lasting: true,
            content: <NotesEditor room={room} preview={preview} inserter={inserter} />,
          },
          {
            value: "coverage",
            label: "Coverage",
            content: (
              <CoveragePanel projectId={projectId} releaseId={releaseId} names={names} revision={revision} />
            ),
          },
          {
            value: "attachments",
            label: "Attachments",
            content: (
              <AttachmentsPanel
                projectId={projectId}
                releaseId={releaseId}
                notes={() => room.frame.form.getValues("content")}
                onInsert={(image) => void insert(image)}
              />
            ),
          },
          {
            value: "history",
            label: revision > 1 ? `History ${countText(revision)}` : "History",
            content: <HistoryPanel key={compared} projectId={projectId} room={room} first={compared} />,
          },
        ]}
      />
    </div>
  );
}
