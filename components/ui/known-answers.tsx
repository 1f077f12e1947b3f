import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Operation } from "@/lib/operations/operation";

/** Gives the queries below the answers that the server has read, so that the first render needs no request. */
export function KnownAnswers({ known, children }: { known: readonly Known[]; children: ReactNode }) {
  const client = new QueryClient();
  for (const { op, input, answer } of known) client.setQueryData(queryKey(op, input), answer);
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}

/** The cache key of an operation's answer in the browser. */
export const queryKey = (op: Operation, input: object) => [op.id, input] as const;

/** An operation's answer that is delivered with a page, and the input that it belongs to. */
export type Known = { op: Operation; input: object; answer: unknown };
