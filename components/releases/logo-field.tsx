"use client";

import { ImageUp } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { byteSize } from "@/components/ui/byte-size";
import { FormAlert } from "@/components/ui/callout";
import { DropArea, DropHint } from "@/components/ui/drop-area";
import { messageOf } from "@/components/ui/form-problem";
import { useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import { requestFor } from "@/lib/operations/operation";
import {
  deleteReleaseLogo,
  getReleaseLogo,
  logoBytesMax,
  setReleaseLogo,
} from "@/lib/releases/settings/contract";

export type LogoFieldProps = {
  projectId: string;
  /** The stored picture's version, null for none. */
  version: string | null;
  readOnly: boolean;
};

/** The logo of the public page. It is stored at once, unlike the form around it. */
export function LogoField({ projectId, version, readOnly }: LogoFieldProps) {
  const toast = useToast();
  const write = useWrite();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function change(work: () => Promise<unknown>, done: string) {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      toast.success(done);
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  }

  async function upload([file]: readonly File[]) {
    if (!file || busy) return;
    if (file.size > logoBytesMax) {
      setProblem(`“${file.name}” is larger than ${byteSize(logoBytesMax)}.`);
      return;
    }
    await change(() => write(setReleaseLogo, { projectId, file }), "Logo stored");
  }

  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium text-ink text-sm">Logo</p>
      <DropArea
        label="Logo"
        disabled={readOnly}
        loading={busy}
        onFiles={(files) => void upload(files)}
        button={
          <>
            <ImageUp aria-hidden />
            {version === null ? "Choose a picture" : "Another picture"}
          </>
        }
      >
        {version === null ? (
          <DropHint>
            PNG, JPEG, GIF, WebP or AVIF, at most {byteSize(logoBytesMax)}. A square looks best.
          </DropHint>
        ) : (
          <div className="flex items-center gap-3">
            {/* biome-ignore lint/performance/noImgElement: it is the project's own file, as it is */}
            <img
              src={`${requestFor(getReleaseLogo, { projectId }).path}?v=${version}`}
              alt="Logo of the public page"
              className="size-11 rounded-lg object-contain"
            />
            <Button
              variant="ghost"
              size="sm"
              disabled={readOnly || busy}
              onClick={() => void change(() => write(deleteReleaseLogo, { projectId }), "Logo taken off")}
            >
              Remove
            </Button>
          </div>
        )}
      </DropArea>
      <FormAlert>{problem}</FormAlert>
    </div>
  );
}
