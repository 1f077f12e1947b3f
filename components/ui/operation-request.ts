import type { CurlRequest } from "@/components/ui/curl-command";
import { type CallInput, type Operation, requestFor } from "@/lib/operations/operation";

/** An operation of the API as a command for curl needs it. */
export function operationRequest<O extends Operation>(
  appUrl: string,
  op: O,
  input: CallInput<O>,
): CurlRequest {
  const { path, body } = requestFor(op, input as Record<string, unknown>);
  return { method: op.method, url: appUrl + path, ...(body && { json: body }) };
}
