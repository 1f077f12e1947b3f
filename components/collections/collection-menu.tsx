"use client";

import { Copy, Database, Link2, RotateCcw, Settings } from "lucide-react";
import type { ReactElement } from "react";
import { historyAction } from "@/components/audit/history-action";
import { collectionHistory } from "@/components/collections/collection-history";
import type { CollectionSummary } from "@/components/collections/collections-list";
import { useShownUrl } from "@/components/shell/project-urls";
import { ConfirmDelete, ConfirmDialog } from "@/components/ui/confirm-dialog";
import { curlCommand } from "@/components/ui/curl-command";
import { useWrite } from "@/components/ui/queries";
import { type Control, deletion, RowMenu } from "@/components/ui/row-menu";
import { useToast } from "@/components/ui/toast";
import { deleteMockCollection, resetMockCollection } from "@/lib/mocks/collections/contract";

export type CollectionMenuProps = {
  collection: Pick<CollectionSummary, "id" | "projectId" | "name" | "url" | "updatedAt">;
  /** Address of the list of collections. */
  base: string;
  /** In its row of the list, or on its own page. */
  place: "row" | "page";
};

export function CollectionMenu({ collection, base, place }: CollectionMenuProps) {
  const write = useWrite();
  const { id, name } = collection;
  const url = useShownUrl()(collection.url);
  const row = place === "row";
  return (
    <RowMenu
      name={name}
      place={place}
      actions={[
        row && { label: "Items", icon: Database, href: `${base}/${id}` },
        { label: "Copy URL", icon: Link2, copy: ["URL", url] },
        {
          label: "Copy curl",
          icon: Copy,
          copy: ["Command", curlCommand({ method: "GET", url, flags: ["-i"] })],
        },
        { label: "Settings", icon: Settings, href: `${base}/${id}/settings` },
        historyAction(name, collectionHistory(collection, write)),
        row && {
          label: "Reset",
          icon: RotateCcw,
          dialog: (control) => <ResetDialog collection={collection} {...control} />,
        },
        deletion({ ...useRemoval(collection), next: row ? undefined : base }),
      ]}
    />
  );
}

type Named = Pick<CollectionSummary, "id" | "projectId" | "name">;

type ResetDialogProps = Partial<Control> & { collection: Named; trigger?: ReactElement };

/** Asks whether a collection's items shall be replaced by its seed. */
export function ResetDialog({ collection: { id, projectId, name }, ...control }: ResetDialogProps) {
  const write = useWrite();
  const toast = useToast();
  return (
    <ConfirmDialog
      {...control}
      tone="danger"
      title={`Reset “${name}”?`}
      description="All items are deleted, and those of the seed are there again. Items are kept nowhere else."
      confirmLabel="Reset"
      onConfirm={async () => {
        const { itemCount } = await write(resetMockCollection, { projectId, collectionId: id });
        toast.success(
          `“${name}” has ${itemCount === 1 ? "its one item" : `its ${itemCount.toLocaleString("en")} items`} again`,
        );
      }}
    />
  );
}

function useRemoval({ id: collectionId, projectId, name }: Named) {
  const write = useWrite();
  return {
    what: "collection",
    name,
    consequence:
      "Its items go with it, and its address answers 404 from then on. It can be put back for 30 seconds.",
    typed: false as const,
    onDelete: () => write(deleteMockCollection, { projectId, collectionId }),
  };
}

export function DeleteCollection({
  collection,
  ...props
}: {
  collection: Named;
  /** The page to open afterwards. */
  next: string;
  trigger: ReactElement;
}) {
  return <ConfirmDelete {...useRemoval(collection)} {...props} />;
}
