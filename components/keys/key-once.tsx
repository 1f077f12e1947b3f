"use client";

import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { TryKey } from "@/components/keys/try-key";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { writeClipboard } from "@/components/ui/clipboard";
import { cn } from "@/components/ui/cn";
import { DialogBackdrop, dialogLook, dialogPlace } from "@/components/ui/dialog";
import { DialogFooter } from "@/components/ui/dialog-end";
import { useLeaveGuard } from "@/components/ui/navigation";
import type { createApiKey } from "@/lib/keys/contract";
import type { Output } from "@/lib/operations/operation";

export type CreatedKey = Output<typeof createApiKey>;

export type KeyOnceProps = {
  open: boolean;
  /** Null if there is nothing to show. */
  created: CreatedKey | null;
  /** The Project ID (`referenceId`). */
  projectId: string;
  appUrl: string;
  onDone: () => void;
};

/** Shows a new key, this once. Escape does not close the dialog before the key was copied. */
export function KeyOnce({ open, created, projectId, appUrl, onDone }: KeyOnceProps) {
  const [shown, setShown] = useState(created);
  const [copied, setCopied] = useState(false);
  const [urged, setUrged] = useState(false);
  if (created && created !== shown) {
    setShown(created);
    setCopied(false);
    setUrged(false);
  }
  useLeaveGuard(created !== null && !copied);
  return (
    <Base.Root
      open={open}
      onOpenChange={() => (copied ? onDone() : setUrged(true))}
      onOpenChangeComplete={(open) => (open ? undefined : setShown(null))}
    >
      <Base.Portal>
        <DialogBackdrop />
        <Base.Viewport className={dialogPlace}>
          <Base.Popup className={cn(dialogLook, "overflow-y-auto p-5 sm:max-w-lg")}>
            <Base.Title className="break-words font-semibold text-ink text-lg">
              Copy the key “{shown?.name}”
            </Base.Title>
            <Base.Description className="mt-1 text-ink-soft text-sm">
              Fieldkit keeps only a hash of it and never shows it again.
            </Base.Description>
            {shown ? (
              <KeyOnceBody
                created={shown}
                projectId={projectId}
                appUrl={appUrl}
                copied={copied}
                urged={urged && !copied}
                onCopied={() => setCopied(true)}
                onDone={onDone}
              />
            ) : null}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

type BodyProps = Omit<KeyOnceProps, "open" | "created"> & {
  created: CreatedKey;
  copied: boolean;
  urged: boolean;
  onCopied: () => void;
};

function KeyOnceBody({ created, projectId, appUrl, copied, urged, onCopied, onDone }: BodyProps) {
  const [refused, setRefused] = useState(false);
  const secret = created.key;

  async function copy() {
    const done = await writeClipboard(secret);
    setRefused(!done);
    if (done) onCopied();
  }

  return (
    <div className="mt-4 flex flex-col gap-4">
      <div className="flex items-center gap-2 rounded-lg border border-edge bg-sunken py-2 pr-2 pl-3.5 max-sm:flex-col max-sm:items-stretch">
        {/* Selecting and copying by hand counts as copying too. */}
        <code onCopy={onCopied} className="min-w-0 flex-1 select-all break-all text-ink text-sm">
          {secret}
        </code>
        <Button variant={copied ? "secondary" : "primary"} onClick={copy}>
          {copied ? <Check aria-hidden className="text-green" /> : <Copy aria-hidden />}
          {copied ? "Copied" : "Copy key"}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {copied ? "Key copied" : ""}
      </p>
      <FormAlert>
        {refused
          ? "The browser does not let us copy here. Select the key and press Ctrl+C."
          : urged
            ? "Copy the key first: it is not shown again."
            : null}
      </FormAlert>
      <TryKey created={created} projectId={projectId} appUrl={appUrl} />
      <DialogFooter>
        {copied ? (
          <Button variant="primary" onClick={onDone}>
            Done
          </Button>
        ) : (
          <CloseUncopied onClose={onDone} />
        )}
      </DialogFooter>
    </div>
  );
}

/** Asks for confirmation, because closing loses the key. */
function CloseUncopied({ onClose }: { onClose: () => void }) {
  const [sure, setSure] = useState(false);
  return sure ? (
    <Button variant="danger-outline" onClick={onClose}>
      The key will be lost. Close?
    </Button>
  ) : (
    <Button variant="ghost" onClick={() => setSure(true)}>
      Close without copying
    </Button>
  );
}
