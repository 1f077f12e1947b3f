"use client";

import type { ReactNode } from "react";
import type { ImportRecordsProps } from "@/components/groups/import-records-dialog";
import { ImportRoom } from "@/components/ui/import-room";
import { laterPopup } from "@/components/ui/later-popup";

const ImportRecordsDialog = laterPopup<ImportRecordsProps>("dialog", () =>
  import("@/components/groups/import-records-dialog").then((file) => file.ImportRecordsDialog),
);

type RecordsImportProps = Pick<ImportRecordsProps, "group" | "base"> & { children: ReactNode };

/** The import of records on their group's page. */
export const RecordsImport = ({ children, ...place }: RecordsImportProps) => (
  <ImportRoom dialog={(control) => <ImportRecordsDialog {...place} {...control} />}>{children}</ImportRoom>
);
