"use client";

import { Download, Ellipsis, Link2, RotateCw, Route, Terminal, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { ActionMenu } from "@/components/ui/row-menu";

export type CaptureActionsProps = {
  mockHref: string;
  onCopyCurl: () => void;
  onReplay: () => void;
  onCopyLink: () => void;
  onDownload: () => void;
  onDelete: () => void;
};

/** What can be done with a capture. */
export function CaptureActions(props: CaptureActionsProps) {
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
          { label: "Copy link", icon: Link2, onClick: props.onCopyLink },
          { label: "Download body", icon: Download, onClick: props.onDownload },
          { label: "Delete", icon: Trash2, onClick: props.onDelete, danger: true },
        ]}
      />
    </div>
  );
}
