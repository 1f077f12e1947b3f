"use client";

import { useState } from "react";
import type { Release } from "@/components/releases/release-types";
import { Button } from "@/components/ui/button";
import { messageOf } from "@/components/ui/form-problem";
import { useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import { cancelRelease } from "@/lib/releases/notes/contract";

/** Ends the writing of notes that is under way. */
export function CancelRelease({ release: { id: releaseId, projectId } }: { release: Release }) {
  const write = useWrite();
  const toast = useToast();
  const [busy, setBusy] = useState(false);

  async function cancel() {
    setBusy(true);
    try {
      await write(cancelRelease, { projectId, releaseId });
    } catch (error) {
      toast.error("The writing could not be ended", { description: messageOf(error) });
    }
    setBusy(false);
  }

  return (
    <Button loading={busy} onClick={() => void cancel()}>
      Cancel
    </Button>
  );
}
