import { LockKeyhole } from "lucide-react";
import type { Environment } from "@/components/flags/flags-list";
import { Badge } from "@/components/ui/badge";

/** What sets an environment apart. */
export function EnvironmentMarks({ isDefault, isProtected }: Pick<Environment, "isDefault" | "isProtected">) {
  return (
    <>
      {isDefault ? <Badge>default</Badge> : null}
      {isProtected ? (
        <Badge tone="amber">
          <LockKeyhole aria-hidden />
          protected
        </Badge>
      ) : null}
    </>
  );
}
