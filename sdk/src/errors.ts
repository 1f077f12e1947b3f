/**
 * Why a call failed. `code` is the API's for a response of Fieldkit, such as `unauthorized` for a wrong key or `not_found`
 * for an unknown environment. It is `timeout`, `unreachable` or `unexpected_response` for anything else.
 */
export class FieldkitError extends Error {
  override readonly name = "FieldkitError";

  constructor(
    message: string,
    readonly code: string,
    /** The HTTP status, if there was a response. */
    readonly status?: number,
    /** How long the response asks to wait, in ms. */
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }

  /** True if Fieldkit says that the key is wrong or revoked. A proxy that answers 401 doesn't count. */
  get isWrongKey(): boolean {
    return this.status === 401 && this.code === "unauthorized";
  }
}

/** @param text the response's, which may be a proxy's @param url the instance's */
export function errorOf({ status, headers }: Response, text: string, url: string): FieldkitError {
  const retryAfterMs = Number(headers.get("retry-after")) * 1000 || undefined;
  try {
    const { error, code, hint } = JSON.parse(text);
    if (error && code) {
      const message = `${url} answered ${status}: ${error}${hint ? `. ${hint}` : ""}`;
      return new FieldkitError(message, code, status, retryAfterMs);
    }
  } catch {
    // Not Fieldkit's.
  }
  const message = `${url} answered ${status}, but not as Fieldkit. Is the URL right?`;
  return new FieldkitError(message, "unexpected_response", status, retryAfterMs);
}

/** @param error what `fetch` threw */
export function unreachable({ message, cause }: Error, url: string): FieldkitError {
  const { message: reason, code } = (cause ?? {}) as NodeJS.ErrnoException;
  return new FieldkitError(`${url} can't be reached: ${reason || code || message}`, "unreachable");
}
