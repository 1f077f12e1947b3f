import type { ReactNode } from "react";
import type { Loaded } from "@/components/releases/use-loaded";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { SkeletonRows } from "@/components/ui/skeleton";

type LoadingPanelProps<T> = { of: Loaded<T>; what: string; children: (data: T) => ReactNode };

/** What was loaded, or that it is on its way or could not be. */
export function LoadingPanel<T>({ of: { data, problem, retry }, what, children }: LoadingPanelProps<T>) {
  if (problem !== null) {
    return (
      <Callout
        tone="danger"
        live
        title={`The ${what} could not be loaded`}
        actions={
          <Button size="sm" onClick={retry}>
            Try again
          </Button>
        }
      >
        {problem}
      </Callout>
    );
  }
  return data === undefined ? <SkeletonRows label={`Loading the ${what}`} /> : children(data);
}
