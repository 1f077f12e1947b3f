"use client";

import { Download, Ellipsis, Zap } from "lucide-react";
import type { ChaosDialogProps } from "@/components/mocks/chaos-dialog";
import { ExportDialog } from "@/components/mocks/export-later";
import { mocksList } from "@/components/mocks/mocks-list";
import { Button, NewButton } from "@/components/ui/button";
import { ImportButton } from "@/components/ui/import-room";
import { laterPopup } from "@/components/ui/later-popup";
import { ActionMenu } from "@/components/ui/row-menu";
import { useList } from "@/components/ui/use-list";

const ChaosDialog = laterPopup<ChaosDialogProps>("dialog", () =>
  import("@/components/mocks/chaos-dialog").then((file) => file.ChaosDialog),
);

/** What can be done on the page of all mocks. */
export function MocksActions({ projectId, base }: { projectId: string; base: string }) {
  const { rows, narrowed, address, loading, error } = useList(mocksList, { projectId });
  const isEmpty = rows.length === 0 && !narrowed && address.cursor === null && !loading && !error;
  return (
    <>
      <ActionMenu
        trigger={
          <Button size="icon" aria-label="More about mocks">
            <Ellipsis aria-hidden />
          </Button>
        }
        actions={[
          {
            ...{ label: "Export…", icon: Download },
            reason: isEmpty ? "There are no mocks yet." : undefined,
            dialog: (control) => <ExportDialog projectId={projectId} {...control} />,
          },
          {
            ...{ label: "Chaos…", icon: Zap },
            dialog: (control) => <ChaosDialog projectId={projectId} {...control} />,
          },
        ]}
      />
      <ImportButton isShort />
      <NewButton href={`${base}/new`}>New mock</NewButton>
    </>
  );
}
