"use client";

import type { ReactNode } from "react";
import type { ImportDialogProps } from "@/components/mocks/import-dialog";
import { ImportRoom } from "@/components/ui/import-room";
import { laterPopup } from "@/components/ui/later-popup";

const ImportDialog = laterPopup<ImportDialogProps>("dialog", () =>
  import("@/components/mocks/import-dialog").then((file) => file.ImportDialog),
);

type MocksImportProps = Pick<ImportDialogProps, "projectId" | "base"> & { children: ReactNode };

/** The import of mocks on their page. */
export const MocksImport = ({ children, ...place }: MocksImportProps) => (
  <ImportRoom dialog={(control) => <ImportDialog {...place} {...control} />}>{children}</ImportRoom>
);
