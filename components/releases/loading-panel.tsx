import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { messageOf } from "@/components/ui/form-problem";
import { SkeletonRows } from "@/components/ui/skeleton";

type Loaded<T> = { data: T | undefined; error: unknown; refetch: () => unknown };
type LoadingPanelProps<T> = { of: Loaded<T>; what: string; children: (data: T) => ReactNode };

/** What was loaded, or that it is on its way or could not be. */
export function LoadingPanel<T>({ of: { data, error, refetch }, what, children }: LoadingPanelProps<T>) {
  if (data !== undefined) return children(data);
  if (error) {
    return (
      <Callout
        tone="danger"
        live
        title={`The ${what} could not be loaded`}
        actions={
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {messageOf(error)}
      </Callout>
    );
  }
  return <SkeletonRows label={`Loading the ${what}`} />;
}
