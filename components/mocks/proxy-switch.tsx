"use client";

import { useState } from "react";
import { mockOperations } from "@/components/mocks/mock-operations";
import { Button } from "@/components/ui/button";
import { messageOf } from "@/components/ui/form-problem";
import { useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";

export type ProxySwitchProps = {
  projectId: string;
  change: { enabled?: boolean; recording?: boolean };
  label: string;
  /** What is said then, and if it fails. */
  done: string;
  problem: string;
  variant?: "primary";
};

/** A button that changes a project's forwarding at once. */
export function ProxySwitch({ projectId, change, label, done, problem, variant }: ProxySwitchProps) {
  const write = useWrite();
  const toast = useToast();
  const [busy, setBusy] = useState(false);

  async function turn() {
    setBusy(true);
    try {
      await write(mockOperations.setMockProxy, { projectId, ...change });
      toast.success(done);
      // The button may go away with what is around it, and the focus would go to the start of the page.
      document.querySelector("main")?.focus();
    } catch (error) {
      toast.error(problem, { description: messageOf(error) });
    }
    setBusy(false);
  }

  return (
    <Button size="sm" loading={busy} onClick={() => void turn()} {...(variant && { variant })}>
      {label}
    </Button>
  );
}
