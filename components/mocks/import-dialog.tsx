"use client";

import { ImportOutcome } from "@/components/mocks/import-outcome";
import { ImportSource } from "@/components/mocks/import-source";
import { useMockImport } from "@/components/mocks/use-mock-import";
import { Dialog } from "@/components/ui/dialog";
import type { ImportControl } from "@/components/ui/import-room";

export type ImportDialogProps = ImportControl & {
  projectId: string;
  /** Address of the list of mocks. */
  base: string;
};

/** Makes mocks of a document: first what would be done, then the doing. */
export function ImportDialog({ projectId, base, ...control }: ImportDialogProps) {
  return (
    <Dialog
      {...control}
      size="lg"
      title="Import mocks"
      description="From OpenAPI or Swagger, Postman, HAR, Mockoon, WireMock, or a curl command. You see what would be done before anything is."
    >
      <Import projectId={projectId} base={base} />
    </Dialog>
  );
}

/** Unmounts with the dialog, so each opening begins anew. */
function Import({ projectId, base }: Pick<ImportDialogProps, "projectId" | "base">) {
  const of = useMockImport(projectId);
  return of.outcome ? <ImportOutcome of={of} outcome={of.outcome} base={base} /> : <ImportSource of={of} />;
}
