"use client";

import { FileIcon, Replace } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { FileDrop } from "@/components/mocks/file-drop";
import { useFileUpload } from "@/components/mocks/use-file-upload";
import { Button } from "@/components/ui/button";
import { byteSize } from "@/components/ui/byte-size";
import { FormAlert } from "@/components/ui/callout";
import { Input } from "@/components/ui/input";
import { useAnswer } from "@/components/ui/queries";
import { getMockFile, listMockFiles } from "@/lib/mocks/files/contract";
import { type Output, requestFor } from "@/lib/operations/operation";

export type BodyFileProps = {
  projectId: string;
  /** Empty while none is chosen. */
  fileId: string;
  onChange: (fileId: string) => void;
  problem: string | undefined;
};
type MockFile = Output<typeof listMockFiles>[number];

/** The chosen file, or the way to one: an upload, or one that is there already. */
export function BodyFile({ projectId, fileId, onChange, problem }: BodyFileProps) {
  const [choosing, setChoosing] = useState(fileId === "");
  const place = useRef<HTMLFieldSetElement>(null);
  const choose = (id: string) => {
    onChange(id);
    setChoosing(false);
    // What had the focus is gone.
    place.current?.focus();
  };
  return (
    <fieldset ref={place} tabIndex={-1} className="flex min-w-0 flex-col gap-3 rounded-sm outline-none">
      <legend className="sr-only">File</legend>
      <FormAlert>{problem}</FormAlert>
      {choosing || fileId === "" ? (
        <FileChoice projectId={projectId} fileId={fileId} onChoose={choose} />
      ) : (
        <ChosenFile projectId={projectId} fileId={fileId} onReplace={() => setChoosing(true)} />
      )}
    </fieldset>
  );
}

type ChosenFileProps = { projectId: string; fileId: string; onReplace: () => void };

function ChosenFile({ projectId, fileId, onReplace }: ChosenFileProps) {
  const { data, isPending, isError } = useAnswer(listMockFiles, { projectId, id: fileId }, { watch: false });
  const file = data?.[0];
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3">
      {file ? <Picture file={file} /> : null}
      <div className="min-w-0 flex-1 basis-40 text-sm">
        {file ? (
          <>
            <a
              href={addressOf(file)}
              download={file.name}
              className="break-words rounded-xs font-medium text-ink underline-offset-2 hover:underline"
            >
              {file.name}
            </a>
            <p className="break-words text-ink-mute text-xs">{factsOf(file)}</p>
          </>
        ) : (
          <p className="text-ink-mute">
            {isPending ? "Loading…" : isError ? "The file could not be looked up." : "This file was deleted."}
          </p>
        )}
      </div>
      <Button size="sm" onClick={onReplace}>
        <Replace aria-hidden />
        Choose another
      </Button>
    </div>
  );
}

const addressOf = ({ projectId, id }: MockFile) => requestFor(getMockFile, { projectId, fileId: id }).path;
const factsOf = ({ contentType, size }: MockFile) => `${contentType} · ${byteSize(size)}`;

/** Types that every browser draws. */
const pictures = /^image\/(?:png|jpeg|gif|webp|avif|svg\+xml|bmp|x-icon|vnd\.microsoft\.icon)$/;

function Picture({ file }: { file: MockFile }) {
  const [broken, setBroken] = useState(false);
  if (!pictures.test(file.contentType) || broken) {
    return <FileIcon aria-hidden className="size-5 shrink-0 text-ink-mute" />;
  }
  return (
    // biome-ignore lint/performance/noImgElement: it is behind the session, and small
    <img
      src={addressOf(file)}
      alt={`Preview of ${file.name}`}
      onError={() => setBroken(true)}
      className="size-16 shrink-0 rounded-sm border border-line bg-sunken object-contain"
    />
  );
}

type FileChoiceProps = { projectId: string; fileId: string; onChoose: (fileId: string) => void };

const shownMax = 50;
/** Shorter lists need no search. */
const searchFrom = 9;
const pauseMs = 200;

function FileChoice({ projectId, fileId, onChoose }: FileChoiceProps) {
  const of = useFileUpload(projectId);
  const [typed, setTyped] = useState("");
  const [q, setQ] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data: files = [] } = useAnswer(listMockFiles, { projectId, limit: shownMax, ...(q && { q }) });

  async function add(given: Iterable<File> | null) {
    const [made] = await of.upload(given);
    if (made) onChoose(made.id);
  }

  return (
    <>
      <FileDrop of={of} onFiles={(given) => void add(given)} label="Upload a file">
        Drop a file here, or choose one, at most 5 MiB.
      </FileDrop>
      {q || files.length >= searchFrom ? (
        <Input
          type="search"
          aria-label="Filter files"
          placeholder="Filter by name or type"
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      ) : null}
      {files.length > 0 ? (
        <ul
          aria-label="Uploaded files"
          className="max-h-56 divide-y divide-line overflow-y-auto rounded-lg border border-line bg-surface"
        >
          {files.map((file) => (
            <li key={file.id}>
              <button
                type="button"
                aria-pressed={file.id === fileId}
                onClick={() => onChoose(file.id)}
                className="flex w-full min-w-0 flex-wrap items-baseline justify-between gap-x-3 px-4 py-2 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2 aria-pressed:font-medium touch:py-3"
              >
                <span className="min-w-0 break-words text-ink">{file.name}</span>
                <span className="text-ink-mute text-xs">{factsOf(file)}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : q ? (
        <p className="text-ink-mute text-sm">No files match “{q}”.</p>
      ) : null}
    </>
  );
}
