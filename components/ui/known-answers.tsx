import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Operation } from "@/lib/operations/operation";

/** Hands answers that the server has read to the queries below: the first look needs no request. */
export function KnownAnswers({ known, children }: { known: readonly Known[]; children: ReactNode }) {
  const client = new QueryClient();
  for (const { op, input, answer } of known) client.setQueryData(queryKey(op, input), answer);
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}

/** What the browser remembers an operation's answer by. */
export const queryKey = (op: Operation, input: object) => [op.id, input] as const;

/** An operation's answer that a page brings along, with the input that it was made from. */
export type Known = { op: Operation; input: object; answer: unknown };
