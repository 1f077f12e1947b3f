"use client";

import { ImagePlus, Paperclip, Trash2, Upload } from "lucide-react";
import { useState } from "react";
import { LoadingPanel } from "@/components/releases/loading-panel";
import { imageAddress, type ReleaseIds } from "@/components/releases/note-images";
import type { ReleaseAttachment } from "@/components/releases/release-types";
import { Button } from "@/components/ui/button";
import { byteSize } from "@/components/ui/byte-size";
import { FormAlert } from "@/components/ui/callout";
import { ConfirmDelete } from "@/components/ui/confirm-dialog";
import { DropArea, DropHint } from "@/components/ui/drop-area";
import { messageOf } from "@/components/ui/form-problem";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import {
  addReleaseAttachment,
  attachmentBytesMax,
  attachmentsBytesMax,
  deleteReleaseAttachment,
  listReleaseAttachments,
} from "@/lib/releases/attachments/contract";
import { type AttachedImage, altOfFile, imageTypes, refersTo } from "@/lib/releases/images/attached-images";

export type AttachmentsPanelProps = ReleaseIds & {
  /** The notes as they are in the editor now. */
  notes: () => string;
  /** Puts an image into the notes. */
  onInsert: (image: AttachedImage) => void;
};

/** Files attached to a release's e-mail, and the images of its notes. */
export function AttachmentsPanel({ notes, onInsert, ...ids }: AttachmentsPanelProps) {
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
                <FileLine key={file.id} file={file} ids={ids} notes={notes} onInsert={onInsert} />
              ))}
            </ul>
          ) : null
        }
      </LoadingPanel>
    </div>
  );
}

function AddFiles({ ids }: { ids: ReleaseIds }) {
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
          in all. Images can be shown in the notes, too. Drop them here, or choose some.
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

type FileLineProps = Pick<AttachmentsPanelProps, "notes" | "onInsert"> & {
  file: ReleaseAttachment;
  ids: ReleaseIds;
};

function FileLine({ file, ids, notes, onInsert }: FileLineProps) {
  const write = useWrite();
  const [isBroken, setBroken] = useState(false);
  const { id: attachmentId, name, size, contentType } = file;
  const address = imageAddress(ids, attachmentId);
  const isImage = imageTypes.some((type) => type === contentType) && !isBroken;

  return (
    <li className="flex items-center gap-3 px-4 py-2 text-sm">
      {isImage ? (
        // biome-ignore lint/performance/noImgElement: it is the release's own file, as it is
        <img
          src={address}
          alt=""
          loading="lazy"
          className="size-10 shrink-0 rounded-sm bg-sunken object-cover"
          onError={() => setBroken(true)}
        />
      ) : (
        <Paperclip aria-hidden className="size-4 shrink-0 text-ink-mute" />
      )}
      <a
        href={address}
        download={name}
        className="min-w-0 break-words rounded-xs text-ink underline-offset-2 hover:underline"
      >
        {name}
      </a>
      <span className="ml-auto shrink-0 text-ink-mute text-xs">{byteSize(size)}</span>
      {isImage ? (
        <Button
          size="sm"
          aria-label={`Insert ${name} into the notes`}
          onClick={() => onInsert({ id: attachmentId, alt: altOfFile(name) })}
        >
          <ImagePlus aria-hidden />
          <span className="max-sm:sr-only">Insert into the notes</span>
        </Button>
      ) : null}
      <ConfirmDelete
        what="attachment"
        name={name}
        consequence={
          refersTo(notes(), attachmentId)
            ? "The notes show this image. Their readers will see its description in its place, on the public page and in feeds too."
            : "E-mails that are sent from now on go without it."
        }
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
