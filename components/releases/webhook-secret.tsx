"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { DialogFooter } from "@/components/ui/dialog-end";

/** A new secret, and whether one before it goes on signing. */
export type ShownSecret = { secret: string; isRotated: boolean };

export type WebhookSecretProps = { secret: ShownSecret | null; onDone: () => void };

/** Shows a new secret, this once. Whoever loses it makes another one. */
export function WebhookSecret({ secret, onDone }: WebhookSecretProps) {
  // It stays while the dialog fades out.
  const [shown, setShown] = useState(secret);
  if (secret && secret !== shown) setShown(secret);
  return (
    <Dialog
      title="Copy the signing secret"
      description="It is not shown again. With it your program can tell that a message is from here."
      open={secret !== null}
      onOpenChange={(open) => (open ? undefined : onDone())}
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-center gap-2 rounded-lg border border-edge bg-sunken py-2 pr-2 pl-3.5 max-sm:flex-col max-sm:items-stretch">
          <code className="min-w-0 flex-1 select-all break-all text-ink text-sm">{shown?.secret}</code>
          <CopyButton text={shown?.secret ?? ""} what="secret" showLabel variant="primary" size="md" />
        </div>
        <p className="text-ink-mute text-sm">
          {shown?.isRotated
            ? "For a day, messages are signed with the secret before, too: give your program this one until then."
            : "Any library of Standard Webhooks checks the signature with it. The headers are webhook-id, webhook-timestamp and webhook-signature."}
        </p>
        <DialogFooter>
          <Button onClick={onDone}>Done</Button>
        </DialogFooter>
      </div>
    </Dialog>
  );
}
