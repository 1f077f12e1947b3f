"use client";

import { CalendarClock, Copy, Download, ExternalLink, RefreshCw, Send, Undo2 } from "lucide-react";
import { hasFailed } from "@/components/releases/release-facts";
import type { Release } from "@/components/releases/release-types";
import { ScheduleRelease } from "@/components/releases/schedule-release";
import type { ReleaseRoomState } from "@/components/releases/use-release-room";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Link } from "@/components/ui/link";
import { useWrite } from "@/components/ui/queries";
import { deletion, RowMenu } from "@/components/ui/row-menu";
import { useToast } from "@/components/ui/toast";
import { requestFor } from "@/lib/operations/operation";
import { deleteRelease, exportRelease } from "@/lib/releases/notes/contract";

export type ReleaseActionsProps = {
  projectId: string;
  room: ReleaseRoomState;
  /** Address of the list of releases. */
  base: string;
  /** The release's public address once it is published; undefined without a public page. */
  publicUrl: string | undefined;
  onSend: () => void;
};

export function ReleaseActions({ projectId, room, base, publicUrl, onSend }: ReleaseActionsProps) {
  const removal = useRemoval(room.release, base);
  const { id: releaseId, status, title } = room.release;
  const toast = useToast();
  const isReady = hasText(room);

  async function takeBack() {
    await room.unpublish();
    toast.success(`“${title}” is a draft again`);
  }

  const isPublic = status === "published" && publicUrl !== undefined;
  const download = requestFor(exportRelease, { projectId, releaseId }).path;
  return (
    <>
      {isReady ? (
        <Button className="max-sm:hidden" onClick={onSend}>
          <Send aria-hidden />
          Send
        </Button>
      ) : null}
      <Publish room={room} base={base} publicUrl={publicUrl} />
      <RowMenu
        name={title}
        place="page"
        actions={[
          isReady && { label: "Send", icon: Send, onClick: onSend },
          isReady && {
            label: "Copy Markdown",
            icon: Copy,
            copy: ["Markdown", () => room.frame.form.getValues("content")],
          },
          isReady && {
            label: "Download",
            icon: Download,
            onClick: () => window.location.assign(download),
          },
          isPublic && {
            label: "Open public page",
            icon: ExternalLink,
            onClick: () => openBeside(publicUrl),
          },
          isPublic && { label: "Copy public address", icon: Copy, copy: ["Address", publicUrl] },
          status === "published" && {
            label: "Take back",
            icon: Undo2,
            dialog: (control) => (
              <ConfirmDialog
                title={`Take “${title}” back?`}
                description="It is a draft again, and leaves the public page and its feeds at once. What was sent stays where it is."
                confirmLabel="Take back"
                onConfirm={takeBack}
                {...control}
              />
            ),
          },
          status === "draft" &&
            isReady && {
              label: room.release.publishAt ? "Change the time" : "Schedule",
              icon: CalendarClock,
              dialog: (control) => <ScheduleRelease room={room} {...control} />,
            },
          status === "draft" && {
            label: "Write anew",
            icon: RefreshCw,
            dialog: (control) => (
              <ConfirmDialog
                title="Write the notes anew?"
                description="The commits are read again. What the notes say now stays in the history, from which you can restore it."
                confirmLabel="Write anew"
                tone="primary"
                onConfirm={room.regenerate}
                {...control}
              />
            ),
          },
          deletion(removal),
        ]}
      />
    </>
  );
}

const openBeside = (url: string) => void window.open(url, "_blank", "noopener");

/** Whether there are notes to publish, send or copy. There are none if the generation failed. */
function hasText({ release, frame }: ReleaseRoomState): boolean {
  return frame.unsaved || !hasFailed(release);
}

const publishedForTeam = (base: string) => (
  <>
    Your team sees it as published. The project has no public page. You can turn one on in the{" "}
    <Link href={`${base}/settings`} className="text-ink underline underline-offset-2">
      release settings
    </Link>
    .
  </>
);

function Publish({ room, base, publicUrl }: Pick<ReleaseActionsProps, "room" | "base" | "publicUrl">) {
  const toast = useToast();
  const { status, title } = room.release;

  async function publish() {
    await room.publish();
    const open = publicUrl && { label: "Open page", onClick: () => openBeside(publicUrl) };
    toast.success(`“${title}” is published`, open ? { action: open } : {});
  }

  return (
    <ConfirmDialog
      title={`Publish “${title}”?`}
      description={
        publicUrl
          ? "It appears on the project’s public page and in its feeds at once. You can still edit it."
          : publishedForTeam(base)
      }
      confirmLabel="Publish"
      tone="primary"
      onConfirm={publish}
      {...(status === "draft" && hasText(room) && { trigger: <Button variant="primary">Publish</Button> })}
    />
  );
}

/** The menu while notes are being generated, when deleting is the only possible action. */
export function ReleaseMenu({ release, base }: { release: Release; base: string }) {
  return <RowMenu name={release.title} place="page" actions={[deletion(useRemoval(release, base))]} />;
}

/** `base`: address of the list of releases. */
function useRemoval({ id: releaseId, projectId, title, status }: Release, base: string) {
  const write = useWrite();
  return {
    what: "release",
    name: title,
    consequence:
      "Its text, history and attachments go with it, from public pages and feeds too. It can be put back for 30 seconds.",
    typed: status === "published" ? title : (false as const),
    onDelete: () => write(deleteRelease, { projectId, releaseId }),
    next: base,
  };
}
