"use client";

import type { ItemRow } from "@/components/collections/collections-list";
import { Dialog } from "@/components/ui/dialog";
import { JsonView } from "@/components/ui/json-view";
import type { Control } from "@/components/ui/row-menu";

/** All of an item. */
export function ItemDialog({ item, ...control }: { item: ItemRow } & Control) {
  return (
    <Dialog title={`Item ${item.id}`} size="lg" {...control}>
      <JsonView value={item.data} label="item" openDepth={3} />
    </Dialog>
  );
}
