import type { ReactNode } from "react";
import { Callout } from "@/components/ui/callout";

/** What went wrong with the whole form, announced at once; nothing while all is well. */
export function FormAlert({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <Callout tone="danger" live>
      {children}
    </Callout>
  );
}
