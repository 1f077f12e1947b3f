"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { messageOf } from "@/components/ui/form-problem";
import { queryKey } from "@/components/ui/known-answers";
import { SkeletonRows } from "@/components/ui/waiting";
import { callPage } from "@/lib/operations/client";
import type { CallInput, Naming, Operation, Row } from "@/lib/operations/operation";

type Loaded<T> = { data: T | undefined; error: unknown; refetch: () => unknown };
type LoadingPanelProps<T> = { of: Loaded<T>; what: string; children: (data: T) => ReactNode };

/** Loaded content, or the fact that it is loading or failed to load. */
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

/** All rows of a list that belongs to a release's revision, loaded page by page; reloaded for each new revision. */
export function useWholeList<O extends Operation & { list: true }, const Field extends string = never>(
  op: O,
  input: CallInput<O> & Naming<Field>,
  revision: number,
) {
  return useQuery({
    queryKey: [...queryKey(op, input), revision],
    queryFn: async () => {
      const rows: Row<O, Field>[] = [];
      let next: string | undefined;
      do {
        const page = await callPage<O, Field>(op, { ...input, ...(next && { cursor: next }) });
        rows.push(...page.items);
        next = page.next;
      } while (next);
      return rows;
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  });
}
