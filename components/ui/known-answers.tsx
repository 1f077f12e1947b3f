import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Known, queryKey } from "@/components/ui/query-key";

/** Hands answers that the server has read to the queries below: the first look needs no request. */
export function KnownAnswers({ known, children }: { known: readonly Known[]; children: ReactNode }) {
  const client = new QueryClient();
  for (const { op, input, answer } of known) client.setQueryData(queryKey(op, input), answer);
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}
