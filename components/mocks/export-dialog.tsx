"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { useExport } from "@/components/mocks/use-export";
import { mockCount } from "@/components/mocks/use-mock-import";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { CodeSnippet } from "@/components/ui/code-snippet";
import { curlCommand, keyFlag, keyVariable, operationRequest } from "@/components/ui/curl-command";
import { Dialog } from "@/components/ui/dialog";
import { DialogClose, DialogFooter } from "@/components/ui/dialog-end";
import type { Control } from "@/components/ui/row-menu";
import { RadioSegments } from "@/components/ui/segments";
import { type ExportFormat, exportFormats, exportMocks } from "@/lib/mocks/export/contract";

export type ExportDialogProps = Control & {
  projectId: string;
  /** Ids of the mocks to export; all of the project if left out. */
  mockIds?: readonly string[] | undefined;
};

const formatWords: Record<ExportFormat, { label: string; text: string }> = {
  fieldkit: {
    label: "Fieldkit",
    text: "Everything of a mock, to keep or to import into another project. Importing it again changes nothing.",
  },
  openapi: {
    label: "OpenAPI 3.1",
    text: "Paths, answers and examples as JSON, for code generators and documentation. Regular expressions are left out and listed.",
  },
  postman: {
    label: "Postman 2.1",
    text: "A request for each mock, with its answers as saved examples. Regular expressions are left out and listed.",
  },
};
const formats = exportFormats.map((value) => ({ value, label: formatWords[value].label }));

/** Mocks as a document, in the format that somebody chooses. */
export function ExportDialog({ projectId, mockIds, ...control }: ExportDialogProps) {
  return (
    <Dialog
      {...control}
      title={mockIds ? `Export ${mockCount(mockIds.length)}` : "Export mocks"}
      description={
        mockIds ? "Those that are selected, as one file." : "All mocks of this project, as one file."
      }
    >
      <Export projectId={projectId} mockIds={mockIds} onDone={() => control.onOpenChange(false)} />
    </Dialog>
  );
}

type ExportProps = Pick<ExportDialogProps, "projectId" | "mockIds"> & { onDone: () => void };

/** Unmounts with the dialog, so each opening begins anew. */
function Export({ projectId, mockIds, onDone }: ExportProps) {
  const [format, setFormat] = useState<ExportFormat>("fieldkit");
  const asked = { projectId, format, ...(mockIds && { mockId: mockIds.join(",") }) };
  const { busy, problem, progress, save, reset } = useExport(asked, mockIds?.length, onDone);
  const request = operationRequest(window.location.origin, exportMocks, asked);

  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-col gap-2">
        <RadioSegments
          label="Format"
          options={formats}
          value={format}
          disabled={busy}
          onValueChange={(next) => {
            setFormat(next);
            reset();
          }}
        />
        <p className="min-h-10 text-ink-soft text-sm">{formatWords[format].text}</p>
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        <CodeSnippet label="curl command" code={curlCommand({ ...request, flags: [keyFlag, "-fOJ"] })} wrap />
        <p className="text-ink-mute text-xs">
          <code className="text-ink-soft">{keyVariable}</code> is a key of this project. One that may only
          read will do.
        </p>
      </div>
      {progress ? <Parts made={progress.parts} busy={busy} /> : null}
      {problem ? (
        <Callout
          tone="danger"
          live
          title={progress ? "The next part can't be made" : "This can't be exported"}
        >
          {problem}
        </Callout>
      ) : null}
      <DialogFooter>
        <DialogClose />
        <Button variant="primary" loading={busy} onClick={save}>
          <Download aria-hidden />
          {progress ? (progress.parts > 0 ? "Go on" : "Download in parts") : "Download"}
        </Button>
      </DialogFooter>
    </div>
  );
}

/** What is too much for one file, and how far its parts are. */
function Parts({ made, busy }: { made: number; busy: boolean }) {
  return (
    <Callout live title="This is too much for one file">
      {busy
        ? `Part ${made + 1} is being made.`
        : made > 0
          ? `${made === 1 ? "1 part is" : `${made} parts are`} downloaded. The others can follow from there.`
          : "It can be several, each of which can be used by itself. Your browser may ask whether it shall save them all."}
    </Callout>
  );
}
