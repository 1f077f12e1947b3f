import { Fragment } from "react";
import { cn } from "@/components/ui/cn";

/** A path or address that wraps at its slashes, and elsewhere only if it has to. */
export function BreakablePath({ path, className }: { path: string; className?: string }) {
  return (
    <code title={path} className={cn("min-w-0 break-words", className)}>
      {path.split(/(?<=\/)/).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts may be equal and never move
        <Fragment key={at}>
          {at > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </code>
  );
}
