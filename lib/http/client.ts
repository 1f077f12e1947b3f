import { type CallInput, type Operation, type Output, requestFor } from "./operation";

export type Issue = { path: string; message: string };

/** A refusal by the API. `issues` names faulty fields by their path, such as `responseHeaders.X-A`. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
    readonly issues: Issue[],
  ) {
    super(message);
  }
}

/**
 * Calls one operation over HTTP from the browser.
 * @throws {ApiError} for every answer that is not a success, and when the service can't be reached
 * (`status` 0).
 */
export async function call<O extends Operation>(op: O, input: CallInput<O>): Promise<Output<O>> {
  const { path, body } = requestFor(op, input as Record<string, unknown>);
  let response: Response;
  try {
    response = await fetch(path, {
      method: op.method,
      headers: body ? { "content-type": "application/json" } : {},
      ...(body && { body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiError(
      "Fieldkit can't be reached. Check your connection and try again.",
      0,
      "unreachable",
      [],
    );
  }
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw refusal(response.status, answer);
  return answer as Output<O>;
}

function refusal(status: number, answer: unknown): ApiError {
  const { error, code, issues } = (answer ?? {}) as { error?: string; code?: string; issues?: Issue[] };
  return new ApiError(
    error ?? `The request failed with status ${status}.`,
    status,
    code ?? "unknown",
    issues ?? [],
  );
}
