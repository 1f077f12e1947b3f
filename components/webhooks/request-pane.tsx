"use client";

import {
  ArrowLeft,
  Braces,
  Download,
  Ellipsis,
  FileCode,
  FlaskConical,
  GitCompareArrows,
  Link2,
  Pin,
  PinOff,
  RotateCw,
  Route,
  SearchX,
  Share2,
  StickyNote,
  Terminal,
  Trash2,
} from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { laterPopup } from "@/components/ui/later-popup";
import { ActionMenu } from "@/components/ui/row-menu";
import { CaptureDetail, type DetailChoice } from "@/components/webhooks/capture-detail";
import { CaptureNote } from "@/components/webhooks/capture-note";
import type { CompareDialogProps } from "@/components/webhooks/compare-dialog";
import type { FixtureFormat } from "@/components/webhooks/fixture-files";
import type { Webhook } from "@/components/webhooks/inbox-form-values";
import { mockLink } from "@/components/webhooks/mock-link";
import type { ReplayDialogProps } from "@/components/webhooks/replay-dialog";
import type { ShareDialogProps } from "@/components/webhooks/share-dialog";
import type { useCaptureActions } from "@/components/webhooks/use-capture-actions";
import { useFixtureExport } from "@/components/webhooks/use-fixture-export";
import type { InboxRoomModel } from "@/components/webhooks/use-inbox-room";

const ReplayDialog = laterPopup<ReplayDialogProps>("dialog", () =>
  import("@/components/webhooks/replay-dialog").then((file) => file.ReplayDialog),
);

const CompareDialog = laterPopup<CompareDialogProps>("dialog", () =>
  import("@/components/webhooks/compare-dialog").then((file) => file.CompareDialog),
);

const ShareDialog = laterPopup<ShareDialogProps>("dialog", () =>
  import("@/components/webhooks/share-dialog").then((file) => file.ShareDialog),
);

export type Asking = "replay" | "compare" | "delete" | "note" | "share" | undefined;

export type RequestPaneProps = {
  room: InboxRoomModel;
  inbox: Webhook;
  actions: ReturnType<typeof useCaptureActions>;
  mocksBase: string;
  forwardingHref: string;
  /** The dialog that is open about the capture. */
  asking: Asking;
  onAsking: (asking: Asking) => void;
};

/** The chosen capture, or that there is none to show. */
export function RequestPane(props: RequestPaneProps) {
  const { room, inbox, actions, mocksBase, forwardingHref, asking, onAsking } = props;
  const { shown, missing, address } = room;
  const [choice, setChoice] = useState<DetailChoice>({ tab: "body", shape: undefined });
  const exportFixtures = useFixtureExport(inbox, address);
  const pane = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another capture begins at its top
  useEffect(() => {
    if (pane.current && pane.current.getBoundingClientRect().top < 0) pane.current.scrollIntoView();
  }, [shown?.id]);

  return (
    <div ref={pane} className="flex min-w-0 scroll-mt-16 flex-col gap-4">
      <Button variant="ghost" size="sm" className="-ml-2 w-fit md:hidden" onClick={room.close}>
        <ArrowLeft aria-hidden />
        All requests
      </Button>
      {missing ? <Missing onClose={room.close} /> : null}
      {shown ? (
        <>
          <CaptureDetail
            request={shown}
            previous={room.previous}
            address={address}
            inbox={inbox}
            forwardingHref={forwardingHref}
            choice={choice}
            onChoice={setChoice}
            actions={
              <CaptureActions
                pinned={shown.pinned}
                onPin={() => void room.pins.toggle(shown)}
                onNote={() => onAsking("note")}
                onShare={() => onAsking("share")}
                onExport={(format) => exportFixtures(format, shown)}
                mockHref={mockLink(mocksBase, shown)}
                onCopyCurl={() => void actions.copyCurl(shown)}
                onReplay={() => onAsking("replay")}
                onCompare={() => onAsking("compare")}
                onCopyLink={() => actions.copyLink(shown)}
                onDownload={() => void actions.download(shown)}
                onDelete={() => onAsking("delete")}
              />
            }
            note={
              <CaptureNote
                key={shown.id}
                request={shown}
                isWriting={asking === "note"}
                onWriting={(writing) => onAsking(writing ? "note" : undefined)}
                onSave={(text) => room.pins.writeNote(shown, text)}
              />
            }
          />
          <ShareDialog
            request={shown}
            address={address}
            open={asking === "share"}
            onOpenChange={(open) => onAsking(open ? "share" : undefined)}
          />
          <ReplayDialog
            request={shown}
            address={address}
            open={asking === "replay"}
            onOpenChange={(open) => onAsking(open ? "replay" : undefined)}
          />
          <CompareDialog
            request={shown}
            all={room.requests}
            address={address}
            open={asking === "compare"}
            onOpenChange={(open) => onAsking(open ? "compare" : undefined)}
          />
          <ConfirmDialog
            title="Delete this request?"
            description="Its headers and body go with it. This cannot be undone."
            confirmLabel="Delete request"
            open={asking === "delete"}
            onOpenChange={(open) => onAsking(open ? "delete" : undefined)}
            onConfirm={room.removeShown}
          />
        </>
      ) : null}
    </div>
  );
}

function Missing({ onClose }: { onClose: () => void }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title="This request is not here any more"
      text="It was deleted, is older than the inbox keeps requests, or newer ones took its place. A pinned request stays."
      action={<Button onClick={onClose}>Show what is here</Button>}
    />
  );
}

type CaptureActionsProps = {
  pinned: boolean;
  onPin: () => void;
  onNote: () => void;
  onExport: (format: FixtureFormat) => void;
  onShare: () => void;
  mockHref: string;
  onCopyCurl: () => void;
  onReplay: () => void;
  onCompare: () => void;
  onCopyLink: () => void;
  onDownload: () => void;
  onDelete: () => void;
};

/** What can be done with a capture. */
function CaptureActions(props: CaptureActionsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={props.onCopyCurl}>
        <Terminal aria-hidden />
        Copy as cURL
      </Button>
      <Button size="sm" onClick={props.onReplay}>
        <RotateCw aria-hidden />
        Replay
      </Button>
      <Button size="sm" aria-pressed={props.pinned} onClick={props.onPin}>
        {props.pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
        {props.pinned ? "Unpin" : "Pin"}
      </Button>
      <Button size="sm" onClick={props.onShare}>
        <Share2 aria-hidden />
        Share
      </Button>
      <Button size="sm" href={props.mockHref}>
        <Route aria-hidden />
        Make a mock
      </Button>
      <ActionMenu
        align="start"
        trigger={
          <Button size="icon-sm" aria-label="More actions for this request">
            <Ellipsis aria-hidden />
          </Button>
        }
        actions={[
          { label: "Write a note", icon: StickyNote, onClick: props.onNote, detail: "n" },
          { label: "Compare with another", icon: GitCompareArrows, onClick: props.onCompare },
          { label: "Copy link", icon: Link2, onClick: props.onCopyLink },
          { label: "Export as .http file", icon: FileCode, onClick: () => props.onExport("http") },
          { label: "Export as Vitest test", icon: FlaskConical, onClick: () => props.onExport("test") },
          { label: "Export as JSON fixture", icon: Braces, onClick: () => props.onExport("fixture") },
          { label: "Download body", icon: Download, onClick: props.onDownload },
          { label: "Delete", icon: Trash2, onClick: props.onDelete, danger: true },
        ]}
      />
    </div>
  );
}
