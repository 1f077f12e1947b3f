"use client";

import {
  keepPreviousData,
  MutationCache,
  QueryClient,
  QueryClientProvider,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { queryKey } from "@/components/ui/known-answers";
import { patched } from "@/components/ui/patched";
import { ApiError, type CallOptions, call, callPage } from "@/lib/operations/client";
import type { CallInput, Operation, Output } from "@/lib/operations/operation";

let paused = false;

/** Polling stops while the session has ended. */
export function useWatching() {
  const client = useQueryClient();
  return useCallback(
    (on: boolean) => {
      paused = !on;
      if (on) void client.invalidateQueries();
      else updatePolling(client);
    },
    [client],
  );
}

/** Calls `look` when something on the page is refused as only what is not there, or not the person's, is. */
export function useRefusals(look: () => void): void {
  const client = useQueryClient();
  useEffect(() => {
    const hear = (error: unknown) => {
      if (error instanceof ApiError && (error.status === 403 || error.status === 404)) look();
    };
    const ends = [
      client.getQueryCache().subscribe((event) => {
        if (event.type === "updated" && event.action.type === "error") hear(event.action.error);
      }),
      client.getMutationCache().subscribe((event) => {
        if (event.type === "updated" && event.action.type === "error") hear(event.action.error);
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client, look]);
}

/** How soon a page shows changes by others. Hidden pages do not poll. */
const watchMs = 4000;

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function createClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // Data that the server has just rendered need not be fetched again.
        staleTime: 2000,
        retry: (failures, error) => failures < 2 && !isRefusal(error),
        // An answer from before a write would undo what the page shows already.
        refetchInterval: ({ state }) => client.isMutating() === 0 && isWatched(state) && watchMs,
      },
    },
    // Any write may concern anything on the page that is watched.
    mutationCache: new MutationCache({
      onSettled: (_data, _error, _input, _before, { options }) =>
        client.invalidateQueries({
          predicate: ({ meta }) =>
            meta?.tag === undefined ||
            meta.tag === options.meta?.tag ||
            meta.deletes === options.meta?.deletes,
        }),
    }),
  });
  client.getMutationCache().subscribe(({ type }) => {
    // Queries that were refetched during the write stopped polling.
    if (type === "updated" && client.isMutating() === 0) updatePolling(client);
  });
  return client;
}

/**
 * Evaluates `refetchInterval` again, which otherwise happens only when a component renders or a query gets its result.
 */
function updatePolling(client: QueryClient): void {
  for (const { observers } of client.getQueryCache().getAll()) {
    for (const observer of observers) observer.setOptions(observer.options);
  }
}

/** What is not there is not asked for again, unless it is put back on this page or somebody comes back to it. */
const isWatched = ({ error }: { error: Error | null }) =>
  !paused && !(error instanceof ApiError && error.status === 404);

const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

type QueryOptions = {
  enabled?: boolean;
  /**
   * False for data that hardly changes: it is read once, and again after writes by operations with the same tag.
   * "deletes" for data that changes with every delete on this page. Milliseconds for data that is about to change.
   */
  watch?: boolean | number | "deletes";
  /** Whether the answer to the previous input stays visible until the next one has loaded. */
  keepPrevious?: boolean;
};

/** The answer of a reading operation, refetched every few seconds and after every write. */
export function useAnswer<O extends Operation>(op: O, input: CallInput<O>, options: QueryOptions = {}) {
  return useQuery({
    queryKey: queryKey(op, input),
    queryFn: (): Promise<Output<O>> => call(op, input),
    ...settings(op, options),
  });
}

/** One page of a list. The previous page stays visible until the next one has loaded. */
export function usePage<O extends Operation & { list: true }>(
  op: O,
  input: CallInput<O>,
  options: QueryOptions = {},
) {
  return useQuery({
    queryKey: queryKey(op, input),
    queryFn: () => callPage(op, input),
    placeholderData: keepPreviousData,
    ...settings(op, options),
  });
}

const settings = (
  { tag }: Operation,
  { enabled = true, watch = true, keepPrevious = false }: QueryOptions,
) => ({
  enabled,
  ...(keepPrevious && { placeholderData: keepPreviousData }),
  ...((watch === false || watch === "deletes") && {
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false as const,
    meta: { tag, deletes: watch === "deletes" ? true : null },
  }),
  ...(typeof watch === "number" && {
    refetchInterval: ({ state }: { state: { error: Error | null } }) => isWatched(state) && watch,
  }),
});

export type WriteOptions = CallOptions & {
  /** An optimistic update of everything with this id, rolled back if the write fails. */
  patch?: { id: string } & Record<string, unknown>;
};

/**
 * Calls a writing operation, then refetches everything on the page. Writes that patch the same id are sent one after
 * the other, so that the last one wins.
 * @throws {ApiError} like `call`
 */
export function useWrite() {
  const client = useQueryClient();
  return useCallback(
    <O extends Operation>(op: O, input: CallInput<O>, { patch, ...options }: WriteOptions = {}) => {
      const mutation = client.getMutationCache().build(client, {
        mutationFn: (): Promise<Output<O>> => call(op, input, options),
        meta: { tag: op.tag, deletes: op.method === "DELETE" },
        ...(patch && {
          scope: { id: patch.id },
          onMutate: async () => {
            await client.cancelQueries();
            client.setQueriesData({}, (data: unknown) => patched(data, patch));
          },
        }),
        // Only a refetch tells what is stored, because another write may have happened in between.
        onError: () => client.invalidateQueries(),
      });
      return mutation.execute(undefined);
    },
    [client],
  );
}
