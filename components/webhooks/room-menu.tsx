"use client";

import {
  Braces,
  Ellipsis,
  FileArchive,
  FileCode,
  FileJson,
  FlaskConical,
  Keyboard,
  RotateCw,
  SquareTerminal,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useCopy } from "@/components/ui/clipboard";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { messageOf } from "@/components/ui/form-problem";
import { laterPopup } from "@/components/ui/later-popup";
import { ActionMenu } from "@/components/ui/row-menu";
import { saveFile } from "@/components/ui/save-file";
import { showShortcuts } from "@/components/ui/shortcuts";
import { useToast } from "@/components/ui/toast";
import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import { listedBodyBytes } from "@/components/webhooks/capture-list";
import { fileName } from "@/components/webhooks/export-name";
import { type ExportFormat, exportPieces, inOrder } from "@/components/webhooks/har";
import type { Webhook } from "@/components/webhooks/inbox-form-values";
import type { ReplayManyDialogProps } from "@/components/webhooks/replay-many-dialog";
import { useFixtureExport } from "@/components/webhooks/use-fixture-export";
import { unlessGone, wholeCapture } from "@/components/webhooks/whole-capture";
import { call } from "@/lib/operations/client";
import { type CapturedRequest, listRequests } from "@/lib/webhooks/contract";

const ReplayManyDialog = laterPopup<ReplayManyDialogProps>("dialog", () =>
  import("@/components/webhooks/replay-many-dialog").then((file) => file.ReplayManyDialog),
);

export type RoomMenuProps = {
  webhook: Webhook;
  /** What forwards to somebody's machine. */
  command: string;
  address: InboxAddress;
  /** The requests that the list shows, newest first. */
  shown: readonly CapturedRequest[];
  onClear: () => Promise<void>;
};

/** What can be done with all captures together. */
export function RoomMenu({ webhook, command, address, shown, onClear }: RoomMenuProps) {
  const copy = useCopy();
  const { exporting, exportAs } = useExport(webhook, address);
  const exportFixtures = useFixtureExport(webhook, address);
  return (
    <ActionMenu
      trigger={
        <Button variant="ghost" size="icon-sm" aria-label="Actions for all requests" loading={exporting}>
          <Ellipsis aria-hidden />
        </Button>
      }
      actions={[
        {
          label: "Replay several",
          icon: RotateCw,
          reason: shown.length === 0 ? "No request is shown" : undefined,
          dialog: (control) => <ReplayManyDialog requests={shown} address={address} {...control} />,
        },
        { label: "Export all as JSON", icon: FileJson, onClick: () => exportAs("json") },
        { label: "Export all as HAR", icon: FileArchive, onClick: () => exportAs("har") },
        { label: "Export all as .http file", icon: FileCode, onClick: () => exportFixtures("http") },
        { label: "Export all as Vitest test", icon: FlaskConical, onClick: () => exportFixtures("test") },
        { label: "Export all as JSON fixture", icon: Braces, onClick: () => exportFixtures("fixture") },
        {
          label: "Copy forwarding command",
          icon: SquareTerminal,
          onClick: () => void copy("Command", command),
        },
        { label: "Keyboard shortcuts", icon: Keyboard, onClick: () => showShortcuts(true), detail: "?" },
        {
          label: "Delete all requests",
          icon: Trash2,
          danger: true,
          dialog: (control) => (
            <ConfirmDialog
              title="Delete all captured requests?"
              description="Pinned requests stay, and so does the inbox, with its address. This cannot be undone; export the requests first if they may be needed."
              confirmLabel="Delete all"
              onConfirm={onClear}
              {...control}
            />
          ),
        },
      ]}
    />
  );
}

function useExport({ name, url }: Webhook, address: InboxAddress) {
  const toast = useToast();
  const [exporting, setExporting] = useState(false);

  async function exportAs(format: ExportFormat) {
    setExporting(true);
    try {
      const { count, parts } = await exportCaptures(format, address, url);
      saveFile(`${fileName(name)}.${format}`, parts, "application/json");
      toast.success(`${count} ${count === 1 ? "request" : "requests"} exported`);
    } catch (error) {
      toast.error("The requests could not be exported", { description: messageOf(error) });
    }
    setExporting(false);
  }

  return { exporting, exportAs: (format: ExportFormat) => void exportAs(format) };
}

/**
 * All that the inbox holds, as the pieces of a file. Bodies are fetched and written one at a time, so that the
 * page stays usable meanwhile.
 * @throws {ApiError}
 */
export async function exportCaptures(
  format: ExportFormat,
  address: InboxAddress,
  inboxUrl: string,
): Promise<{ count: number; parts: string[] }> {
  const list = await call(listRequests, { ...address, bodyBytesMax: String(listedBodyBytes) });
  const { opening, entry, closing } = exportPieces(format, inboxUrl);
  const parts = [opening];
  for (const request of inOrder(format, list)) {
    const whole = await wholeCapture(request, address).catch(unlessGone);
    if (!whole) continue;
    parts.push(parts.length > 1 ? ",\n" : "", entry(whole));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return { count: (parts.length - 1) / 2, parts: [...parts, closing] };
}
