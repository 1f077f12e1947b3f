import type { ServerResponse } from "node:http";
import { answers } from "@/lib/platform/budgets/budgets";

type Body = string | Uint8Array | null;

let waiting: { response: ServerResponse; body: Body }[] = [];

/**
 * Ends an answer, whose head is written, together with those to other requests that arrived with its own. Each write may
 * wake a sleeping reader, such as a proxy on the same machine, which costs as much as all that Fieldkit does for an answer
 * from memory; several writes in a row wake it once.
 */
export function endTogether(response: ServerResponse, body: Body): void {
  const count = waiting.push({ response, body });
  if (count === 1) setImmediate(endAll);
  else if (count >= answers.togetherMax) endAll();
}

function endAll(): void {
  const ending = waiting;
  waiting = [];
  for (const { response, body } of ending) response.end(body ?? undefined);
}
