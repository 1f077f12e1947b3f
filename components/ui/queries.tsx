"use client";

import {
  keepPreviousData,
  MutationCache,
  QueryClient,
  QueryClientProvider,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { type ReactNode, useCallback, useState } from "react";
import { queryKey } from "@/components/ui/known-answers";
import { patched } from "@/components/ui/patched";
import { ApiError, type CallOptions, call, callPage } from "@/lib/operations/client";
import type { CallInput, Operation, Output } from "@/lib/operations/operation";

let paused = false;

/** Nothing is watched while nobody is signed in. */
export function useWatching() {
  const client = useQueryClient();
  return useCallback(
    (on: boolean) => {
      paused = !on;
      if (on) void client.invalidateQueries();
    },
    [client],
  );
}

/** How soon a page shows what somebody else changed. Nothing is asked while nobody looks. */
const watchMs = 4000;

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function createClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // What the server has just rendered need not be asked for again.
        staleTime: 2000,
        retry: (failures, error) => failures < 2 && !isRefusal(error),
        // An answer from before a write would take back what the page shows already.
        refetchInterval: () => (paused || client.isMutating() > 0 ? false : watchMs),
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
  return client;
}

const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

type QueryOptions = {
  enabled?: boolean;
  /**
   * False for what hardly changes: it is read once, and anew after writes of operations of the same tag. "deletes" for
   * what changes with whatever is deleted here. Milliseconds for what is about to change.
   */
  watch?: boolean | number | "deletes";
};

/** The answer of a reading operation, read anew every few seconds and after every write. */
export function useAnswer<O extends Operation>(op: O, input: CallInput<O>, options: QueryOptions = {}) {
  return useQuery({
    queryKey: queryKey(op, input),
    queryFn: (): Promise<Output<O>> => call(op, input),
    ...settings(op, options),
  });
}

/** One page of a list. The page before stays in sight until the next one is there. */
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

const settings = ({ tag }: Operation, { enabled = true, watch = true }: QueryOptions) => ({
  enabled,
  ...((watch === false || watch === "deletes") && {
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false as const,
    meta: { tag, deletes: watch === "deletes" ? true : null },
  }),
  ...(typeof watch === "number" && { refetchInterval: () => (paused ? false : watch) }),
});

export type WriteOptions = CallOptions & {
  /** Shown at once in everything that has this id, and taken back when the write fails. */
  patch?: { id: string } & Record<string, unknown>;
};

/**
 * Calls a writing operation; everything on the page is then read anew. Writes with a patch of one id are sent one
 * after the other, so that the last one stays.
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
        // Only reading anew tells what is stored: another write may have come between.
        onError: () => client.invalidateQueries(),
      });
      return mutation.execute(undefined);
    },
    [client],
  );
}
