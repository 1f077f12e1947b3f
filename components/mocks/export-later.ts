import type { ExportDialogProps } from "@/components/mocks/export-dialog";
import { laterPopup } from "@/components/ui/later-popup";

export const ExportDialog = laterPopup<ExportDialogProps>("dialog", () =>
  import("@/components/mocks/export-dialog").then((file) => file.ExportDialog),
);
