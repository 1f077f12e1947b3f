"use client";

import { Copy, Download, ExternalLink, RefreshCw, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { hasFailed } from "@/components/releases/release-status";
import type { Release } from "@/components/releases/release-types";
import type { ReleaseRoomState } from "@/components/releases/use-release-room";
import { Button } from "@/components/ui/button";
import { ConfirmDelete } from "@/components/ui/confirm-delete";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useNavigate } from "@/components/ui/navigation";
import { useWrite } from "@/components/ui/queries";
import { RowMenu } from "@/components/ui/row-menu";
import { useToast } from "@/components/ui/toast";
import { useCopy } from "@/components/ui/use-copy";
import { requestFor } from "@/lib/operations/operation";
import { deleteRelease, exportRelease } from "@/lib/releases/contract";

export type ReleaseActionsProps = {
  projectId: string;
  room: ReleaseRoomState;
  /** Address of the list of releases. */
  base: string;
  /** Where everybody can read it once it is published; undefined without a public page. */
  publicUrl: string | undefined;
  onSend: () => void;
};
type Asking = "publish" | "regenerate" | "delete";

export function ReleaseActions({ projectId, room, base, publicUrl, onSend }: ReleaseActionsProps) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const toast = useToast();
  const { status, title } = room.release;
  const asks = (what: Asking) => ({
    open: asking === what,
    onOpenChange: (open: boolean) => setAsking(open ? what : null),
  });
  const isReady = hasText(room);

  async function publish() {
    await room.publish();
    const open = publicUrl && { label: "Open page", onClick: () => openBeside(publicUrl) };
    toast.success(`“${title}” is published`, open ? { action: open } : {});
  }

  return (
    <>
      {isReady ? (
        <Button className="max-sm:hidden" onClick={onSend}>
          <Send aria-hidden />
          Send
        </Button>
      ) : null}
      {isReady && status === "draft" ? (
        <Button variant="primary" onClick={() => setAsking("publish")}>
          Publish
        </Button>
      ) : null}
      <ActionMenu projectId={projectId} room={room} publicUrl={publicUrl} onSend={onSend} onAsk={setAsking} />
      <ConfirmDialog
        title={`Publish “${title}”?`}
        description={
          publicUrl
            ? "It appears on the project’s public page and in its feeds at once. You can still edit it."
            : "It is marked as published for your team. The project has no public page; the settings can switch one on."
        }
        confirmLabel="Publish"
        tone="primary"
        onConfirm={publish}
        {...asks("publish")}
      />
      <ConfirmDialog
        title="Write the notes anew?"
        description="The commits are read again. What the notes say now stays in the history, from which you can restore it."
        confirmLabel="Write anew"
        tone="primary"
        onConfirm={room.regenerate}
        {...asks("regenerate")}
      />
      <DeleteRelease release={room.release} base={base} {...asks("delete")} />
    </>
  );
}

const openBeside = (url: string) => void window.open(url, "_blank", "noopener");

/** There is something to publish, send or copy: not after writing it came to nothing. */
function hasText({ release, frame }: ReleaseRoomState): boolean {
  return frame.unsaved || !hasFailed(release);
}

type ActionMenuProps = Omit<ReleaseActionsProps, "base"> & { onAsk: (what: Asking) => void };

function ActionMenu({ projectId, room, publicUrl, onSend, onAsk }: ActionMenuProps) {
  const copy = useCopy();
  const { id: releaseId, status, title } = room.release;
  const isReady = hasText(room);
  return (
    <RowMenu name={title} place="page">
      {isReady ? (
        <>
          <MenuItem icon={<Send aria-hidden />} onClick={onSend}>
            Send
          </MenuItem>
          <MenuItem
            icon={<Copy aria-hidden />}
            onClick={() => void copy("Markdown", room.frame.form.getValues("content"))}
          >
            Copy Markdown
          </MenuItem>
          <MenuItem
            icon={<Download aria-hidden />}
            onClick={() => window.location.assign(requestFor(exportRelease, { projectId, releaseId }).path)}
          >
            Download
          </MenuItem>
        </>
      ) : null}
      {status === "published" && publicUrl ? (
        <>
          <MenuItem icon={<ExternalLink aria-hidden />} onClick={() => openBeside(publicUrl)}>
            Open public page
          </MenuItem>
          <MenuItem icon={<Copy aria-hidden />} onClick={() => void copy("Address", publicUrl)}>
            Copy public address
          </MenuItem>
        </>
      ) : null}
      {status === "draft" ? (
        <MenuItem icon={<RefreshCw aria-hidden />} onClick={() => onAsk("regenerate")}>
          Write anew
        </MenuItem>
      ) : null}
      {isReady ? <MenuSeparator /> : null}
      <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onClick={() => onAsk("delete")}>
        Delete
      </MenuItem>
    </RowMenu>
  );
}

export type DeleteReleaseProps = {
  release: Release;
  /** Address of the list of releases. */
  base: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function DeleteRelease({ release, base, ...control }: DeleteReleaseProps) {
  const write = useWrite();
  const navigate = useNavigate();
  const { id: releaseId, projectId, title, status } = release;

  async function remove() {
    await write(deleteRelease, { projectId, releaseId });
    navigate(base, { replace: true, unasked: true });
  }

  return (
    <ConfirmDelete
      what="release"
      name={title}
      consequence="Its text, history and attachments go with it, from public pages and feeds too. It can be put back for 30 seconds."
      typed={status === "published" ? title : false}
      onDelete={remove}
      {...control}
    />
  );
}
