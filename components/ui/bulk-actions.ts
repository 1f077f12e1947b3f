import { Download, Power, PowerOff, Trash2 } from "lucide-react";
import type { BulkAction } from "@/components/ui/bulk-bar";
import { saveFile } from "@/components/ui/save-file";
import { onOff } from "@/components/ui/use-switch";

/** Offers rows for download as a JSON array. `read` turns a row into what is exported: one item or several. */
export function exportAction<Row>(read: (row: Row) => unknown): BulkAction<Row> {
  return {
    label: "Export",
    icon: Download,
    done: "exported",
    all: async (rows, [, many]) => {
      const items: unknown[] = [];
      for (const row of rows) items.push(await read(row));
      saveFile(`${many}.json`, [`${JSON.stringify(items.flat(), null, 2)}\n`], "application/json");
    },
  };
}

type Each<Row> = (row: Row) => Promise<unknown>;

export function switchAction<Row>(on: boolean, each: Each<Row>, confirm?: BulkAction<Row>["confirm"]) {
  const label = `Switch ${onOff(on)}`;
  return { label, icon: on ? Power : PowerOff, done: `switched ${onOff(on)}`, each, confirm };
}

/** Deletes the selected rows. Deletes that can be undone report themselves; others report with `done`. */
export function deleteAction<Row>(
  each: Each<Row>,
  consequence: string | ((rows: readonly Row[]) => string),
  done?: string,
): BulkAction<Row> {
  return {
    label: "Delete",
    icon: Trash2,
    tone: "danger-outline",
    confirm: (rows, what) => ({
      title: `Delete ${what}?`,
      description: typeof consequence === "string" ? consequence : consequence(rows),
    }),
    done,
    each,
  };
}
