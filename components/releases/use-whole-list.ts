"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryKey } from "@/components/ui/query-key";
import { callPage } from "@/lib/operations/client";
import type { CallInput, Naming, Operation, Row } from "@/lib/operations/operation";

/** All rows of a list that one revision of a release has, page by page; read anew when there is another revision. */
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
