"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { useSurface } from "@/components/ui/navigation";

/** The row of buttons at the end of a dialog's content or form. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="mt-1 flex flex-wrap items-center justify-end gap-2 max-sm:[&>*]:flex-1">{children}</div>
  );
}

/** A button that closes the surrounding dialog or panel. */
export function DialogClose({ children = "Cancel" }: { children?: ReactNode }) {
  const surface = useSurface();
  return (
    <Button variant="secondary" onClick={() => surface?.leave()}>
      {children}
    </Button>
  );
}
