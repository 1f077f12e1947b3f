"use client";

import { Paperclip, Trash2, Upload } from "lucide-react";
import { useState } from "react";
import { LoadingPanel } from "@/components/releases/loading-panel";
import type { ReleaseAttachment } from "@/components/releases/release-types";
import { Button } from "@/components/ui/button";
import { byteSize } from "@/components/ui/byte-size";
import { FormAlert } from "@/components/ui/callout";
import { ConfirmDelete } from "@/components/ui/confirm-dialog";
import { DropArea, DropHint } from "@/components/ui/drop-area";
import { messageOf } from "@/components/ui/form-problem";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import { requestFor } from "@/lib/operations/operation";
import {
  addReleaseAttachment,
  attachmentBytesMax,
  attachmentsBytesMax,
  deleteReleaseAttachment,
  getReleaseAttachment,
  listReleaseAttachments,
} from "@/lib/releases/attachments/contract";

export type AttachmentsPanelProps = { projectId: string; releaseId: string };

/** Files attached to a release's e-mail. */
export function AttachmentsPanel(ids: AttachmentsPanelProps) {
  const files = useAnswer(listReleaseAttachments, ids);
  return (
    <div className="flex flex-col gap-4">
      <AddFiles ids={ids} />
      <LoadingPanel of={files} what="attachments">
        {(all) =>
          all.length > 0 ? (
            <ul
              aria-label="Attachments"
              className="divide-y divide-line rounded-lg border border-line bg-surface"
            >
              {all.map((file) => (
                <FileLine key={file.id} file={file} ids={ids} />
              ))}
            </ul>
          ) : null
        }
      </LoadingPanel>
    </div>
  );
}

function AddFiles({ ids }: { ids: AttachmentsPanelProps }) {
  const toast = useToast();
  const write = useWrite();
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function add(files: readonly File[]) {
    if (files.length === 0 || sending) return;
    setSending(true);
    setProblem(null);
    try {
      for (const file of files) {
        requireSize(file);
        await write(addReleaseAttachment, { ...ids, file });
      }
      toast.success(files.length === 1 ? `“${files[0]?.name}” attached` : `${files.length} files attached`);
    } catch (error) {
      setProblem(messageOf(error));
    }
    setSending(false);
  }

  return (
    <>
      <DropArea
        label="Files"
        multiple
        loading={sending}
        onFiles={(files) => void add(files)}
        button={
          <>
            <Upload aria-hidden />
            Attach files
          </>
        }
      >
        <DropHint>
          Files that go with the e-mail: {byteSize(attachmentBytesMax)} each, {byteSize(attachmentsBytesMax)}{" "}
          in all. Drop them here, or choose some.
        </DropHint>
      </DropArea>
      <FormAlert>{problem}</FormAlert>
    </>
  );
}

/** @throws {Error} for a file that the API would refuse, so that it is not uploaded in vain */
function requireSize(file: File): void {
  if (file.size > attachmentBytesMax) {
    throw new Error(`“${file.name}” is larger than ${byteSize(attachmentBytesMax)}.`);
  }
}

type FileLineProps = { file: ReleaseAttachment; ids: AttachmentsPanelProps };

function FileLine({ file, ids }: FileLineProps) {
  const write = useWrite();
  const { id: attachmentId, name, size } = file;

  return (
    <li className="flex items-center gap-3 px-4 py-2 text-sm">
      <Paperclip aria-hidden className="size-4 shrink-0 text-ink-mute" />
      <a
        href={requestFor(getReleaseAttachment, { ...ids, attachmentId }).path}
        download={name}
        className="min-w-0 break-words rounded-xs text-ink underline-offset-2 hover:underline"
      >
        {name}
      </a>
      <span className="ml-auto shrink-0 text-ink-mute text-xs">{byteSize(size)}</span>
      <ConfirmDelete
        what="attachment"
        name={name}
        consequence="E-mails that are sent from now on go without it."
        typed={false}
        onDelete={() => write(deleteReleaseAttachment, { ...ids, attachmentId })}
        done={`“${name}” deleted`}
        trigger={
          <Button variant="ghost" size="icon-sm" aria-label={`Delete ${name}`}>
            <Trash2 aria-hidden />
          </Button>
        }
      />
    </li>
  );
}
