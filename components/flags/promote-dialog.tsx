"use client";

import { PromotePreview } from "@/components/flags/promote-preview";
import { countsText, writtenBy } from "@/components/flags/promotion-words";
import { type Asked, usePreview, usePromotion } from "@/components/flags/use-promotion";
import { Button } from "@/components/ui/button";
import { Callout, FormAlert } from "@/components/ui/callout";
import { Dialog } from "@/components/ui/dialog";
import { DialogClose, DialogFooter } from "@/components/ui/dialog-end";

export type PromoteDialogProps = Asked & { open: boolean; onOpenChange: (open: boolean) => void };

/** What a promotion does, before it is done. */
export function PromoteDialog({ open, onOpenChange, ...props }: PromoteDialogProps) {
  const { from, to } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={`Promote to ${to.name}`}
      description={`From ${from.name}. It takes effect at once.`}
    >
      {open ? <PromoteForm {...props} onDone={() => onOpenChange(false)} /> : null}
    </Dialog>
  );
}

function PromoteForm({ onDone, ...asked }: Asked & { onDone: () => void }) {
  const { keys } = asked;
  const { preview, error, look } = usePreview(asked);
  const { pending, problem, isOld, promote } = usePromotion(asked, { preview, look, onDone });
  const count = preview ? writtenBy(preview) : 0;
  return (
    <form onSubmit={(event) => void promote(event)} className="flex flex-col gap-4">
      {isOld ? (
        <Callout tone="warning" live title="Somebody changed these flags meanwhile">
          Nothing was promoted. This is what would happen now.
        </Callout>
      ) : null}
      <FormAlert>{problem ?? error}</FormAlert>
      {preview ? (
        <>
          <p role="status" className="text-ink-soft text-sm">
            {countsText(preview)}
          </p>
          <PromotePreview preview={preview} key={preview.version} />
        </>
      ) : error ? null : (
        <p className="py-6 text-center text-ink-mute text-sm">
          Comparing {keys.length === 1 ? "1 flag" : `${keys.length} flags`}…
        </p>
      )}
      <DialogFooter>
        <DialogClose />
        <Button type="submit" variant="primary" loading={pending} disabled={count === 0}>
          {count === 1 ? "Promote 1 flag" : `Promote ${count} flags`}
        </Button>
      </DialogFooter>
    </form>
  );
}
