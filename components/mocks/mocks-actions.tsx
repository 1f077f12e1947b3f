"use client";

import { Ellipsis, Zap } from "lucide-react";
import type { ChaosDialogProps } from "@/components/mocks/chaos-dialog";
import { ImportButton } from "@/components/mocks/import-room";
import { Button, NewButton } from "@/components/ui/button";
import { laterPopup } from "@/components/ui/later-popup";
import { ActionMenu } from "@/components/ui/row-menu";

const ChaosDialog = laterPopup<ChaosDialogProps>("dialog", () =>
  import("@/components/mocks/chaos-dialog").then((file) => file.ChaosDialog),
);

/** What can be done on the page of all mocks. */
export function MocksActions({ projectId, base }: { projectId: string; base: string }) {
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
