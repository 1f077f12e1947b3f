"use client";

import { useQueryStates } from "nuqs";
import {
  addressKeys,
  addressParsers,
  isNarrowed,
  type ListAddress,
  type ListDefinition,
  type ListOperation,
  listInput,
  type RowOf,
} from "@/components/ui/list-definition";
import { usePage } from "@/components/ui/queries";

/** The previous page's cursor, for each page that was reached by going forward. */
const before = new Map<string, string | null>();

/** One page of a list, as the address asks for it, and the ways to another one. */
export function useList<O extends ListOperation, F extends string>(
  definition: ListDefinition<O, F>,
  scope: object,
) {
  const [given, setAddress] = useQueryStates(addressParsers(definition), {
    urlKeys: addressKeys(definition),
    history: "push",
  });
  const address = given as ListAddress;
  const { data, error, isPlaceholderData, isPending } = usePage(
    definition.op,
    listInput(definition, scope, address),
  );
  // While the next page is loading, the rows are the previous page's, whose cursor must not be used.
  const next = isPlaceholderData ? undefined : data?.next;
  const first = { cursor: null, page: 1 };
  return {
    definition,
    address,
    rows: (data?.items ?? []) as RowOf<ListDefinition<O, F>>[],
    total: data?.total,
    error,
    /** The rows still belong to the previous page or search. */
    stale: isPlaceholderData,
    loading: isPending,
    narrowed: isNarrowed(definition, address),
    /** A change of filter or order starts at the first page. */
    change: (part: Partial<Record<string, string | null>>) =>
      void setAddress({ ...part, ...first }, "q" in part ? { history: "replace" } : {}),
    hasNext: data?.next !== undefined,
    toNext: next
      ? () => {
          before.set(next, address.cursor);
          void setAddress({ cursor: next, page: address.page + 1 });
        }
      : undefined,
    toPrevious:
      address.cursor !== null && before.has(address.cursor)
        ? () =>
            void setAddress({
              cursor: before.get(address.cursor ?? "") ?? null,
              page: Math.max(1, address.page - 1),
            })
        : undefined,
    toFirst: address.cursor !== null ? () => void setAddress(first) : undefined,
  };
}

export type List = Omit<ReturnType<typeof useList>, "rows">;
