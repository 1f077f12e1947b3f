"use client";

import { Download, FolderInput, Tags } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ExportDialog } from "@/components/mocks/export-later";
import { folderGroups, mockColumns } from "@/components/mocks/mock-columns";
import { MockFilters } from "@/components/mocks/mock-filters";
import { type MockSummary, mocksList } from "@/components/mocks/mocks-list";
import type { OrganiseDialogProps } from "@/components/mocks/organise-dialog";
import { deleteAction, switchAction } from "@/components/ui/bulk-actions";
import { laterPopup } from "@/components/ui/later-popup";
import { ListView } from "@/components/ui/list-view";
import { useWrite } from "@/components/ui/queries";
import { useList } from "@/components/ui/use-list";
import { deleteMock, updateMock } from "@/lib/mocks/contract";

export type MocksViewProps = { projectId: string; base: string; mockBaseUrl: string; empty: ReactNode };

const OrganiseDialog = laterPopup<OrganiseDialogProps>("dialog", () =>
  import("@/components/mocks/organise-dialog").then((file) => file.OrganiseDialog),
);

/** Dialogs about the selected rows. */
type Asked = "export" | "folder" | "tags";

export function MocksView({ projectId, base, mockBaseUrl, empty }: MocksViewProps) {
  const write = useWrite();
  const list = useList(mocksList, { projectId });
  const [{ mocks, asked }, ask] = useState<{ mocks: readonly MockSummary[]; asked?: Asked }>({ mocks: [] });
  const turn = (enabled: boolean) =>
    switchAction<MockSummary>(enabled, ({ id }) =>
      write(updateMock, { projectId, mockId: id, enabled }, { patch: { id, enabled } }),
    );
  const opens = (asked: Asked) => ({ open: (mocks: readonly MockSummary[]) => ask({ mocks, asked }) });
  const onOpenChange = (open: boolean) => (open ? undefined : ask({ mocks }));
  return (
    <>
      <ListView
        list={list}
        columns={mockColumns({ base, mockBaseUrl, list })}
        group={folderGroups(list)}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        controls={<MockFilters projectId={projectId} list={list} />}
        bulk={[
          turn(true),
          turn(false),
          { label: "Move to folder", icon: FolderInput, ...opens("folder") },
          { label: "Tags", icon: Tags, ...opens("tags") },
          { label: "Export", icon: Download, ...opens("export") },
          deleteAction<MockSummary>(
            ({ id }) => write(deleteMock, { projectId, mockId: id }),
            "Their endpoints will answer 404 from then on.",
          ),
        ]}
        empty={empty}
        fixed
        rowClassName="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:gap-y-1"
      />
      <ExportDialog
        projectId={projectId}
        mockIds={mocks.map(({ id }) => id)}
        open={asked === "export"}
        onOpenChange={onOpenChange}
      />
      {(["folder", "tags"] as const).map((what) => (
        <OrganiseDialog key={what} {...{ projectId, mocks, what, onOpenChange }} open={asked === what} />
      ))}
    </>
  );
}
