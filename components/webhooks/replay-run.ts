import { messageOf } from "@/components/ui/form-problem";
import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import { ApiError, call } from "@/lib/operations/client";
import { replayRequest } from "@/lib/webhooks/contract";

/** What came of one request of many. */
export type Replayed =
  | { kind: "waiting" | "sending" }
  | { kind: "answered"; statusCode: number; durationMs: number }
  | { kind: "failed"; message: string };

export const isSuccess = (result: Replayed | undefined): boolean =>
  result?.kind === "answered" && result.statusCode >= 200 && result.statusCode < 300;
/** What is over and was no success: what a second run is for. */
export const isFailure = (result: Replayed | undefined): boolean =>
  result?.kind === "failed" || (result?.kind === "answered" && !isSuccess(result));

type Run = {
  /** In the order in which they are sent. */
  ids: readonly string[];
  send: (id: string) => Promise<Replayed>;
  onResult: (id: string, result: Replayed) => void;
  signal: AbortSignal;
};

/** Sends one after the other, each when the one before is answered, until all are sent or somebody stops it. */
export async function replayAll({ ids, send, onResult, signal }: Run): Promise<void> {
  for (const id of ids) {
    if (signal.aborted) return;
    onResult(id, { kind: "sending" });
    onResult(id, await send(id));
  }
}

/** Replays one request as the dialog of a single one does. */
export async function replayOne(
  address: InboxAddress,
  requestId: string,
  target: { url: string; keepPath: boolean },
): Promise<Replayed> {
  try {
    const { statusCode, durationMs } = await call(replayRequest, { ...address, requestId, ...target });
    return { kind: "answered", statusCode, durationMs };
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404;
    return { kind: "failed", message: isGone ? "It is no longer kept." : messageOf(error) };
  }
}

/** The ids from one to another in a list, both included. */
export function rangeOf(ids: readonly string[], from: string | undefined, to: string): string[] {
  const [a, b] = [ids.indexOf(from ?? to), ids.indexOf(to)];
  if (a === -1 || b === -1) return [to];
  return ids.slice(Math.min(a, b), Math.max(a, b) + 1);
}
