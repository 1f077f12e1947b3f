import { bodies } from "@/lib/platform/budgets/budgets";
import type { HeldBody } from "@/lib/platform/budgets/held-bytes";
import { AppError } from "./errors";
import type { Issue } from "./operation";

type Given = {
  /** The body as it arrives. Leaving it early must not end the connection before the refusal is sent. */
  chunks: AsyncIterable<Uint8Array> | undefined;
  /** `Content-Length` as it was sent. */
  declared: string | null | undefined;
  bytesMax: number;
  /** Counts what is in memory. Whoever made it releases it, when the body is not needed any more. */
  held: HeldBody;
};

/** @throws {AppError} `payload_too_large`, before anything is read */
export function requireLength(declared: string | null | undefined, bytesMax: number): void {
  if (Number(declared) > bytesMax) throw tooLarge(bytesMax);
}

/**
 * The request's whole body.
 * @throws {AppError} `payload_too_large`, before more than the limit is in memory; `unavailable` if too much is in
 * memory already; `invalid_request` if the body breaks off or comes in crumbs.
 */
export async function readBody({ chunks, declared, bytesMax, held }: Given): Promise<Buffer> {
  requireLength(declared, bytesMax);
  const body = new Joined();
  try {
    for await (const chunk of chunks ?? []) {
      if (body.size + chunk.byteLength > bytesMax) throw tooLarge(bytesMax);
      const limit = held.grow(chunk.byteLength);
      if (limit) throw tooMuchHeld(limit);
      body.add(chunk);
    }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError("invalid_request", "The body broke off.");
  }
  return body.whole();
}

/** Joins chunks. Small ones are joined now and then, because each object costs more than its byte. */
class Joined {
  readonly #joined: Uint8Array[] = [];
  #loose: Uint8Array[] = [];
  #count = 0;
  size = 0;

  add(chunk: Uint8Array): void {
    this.size += chunk.byteLength;
    this.#count += 1;
    if (this.#count > bodies.smallChunksMax && this.size < this.#count * bodies.chunkBytesMin) {
      throw new AppError("invalid_request", "The body comes in too small chunks. Send larger ones.");
    }
    this.#loose.push(chunk);
    if (this.#loose.length === bodies.looseChunksMax) {
      this.#joined.push(Buffer.concat(this.#loose));
      this.#loose = [];
    }
  }

  whole(): Buffer {
    return Buffer.concat([...this.#joined, ...this.#loose], this.size);
  }
}

const tooLarge = (bytesMax: number) =>
  new AppError("payload_too_large", `The body is larger than ${bytesMax} bytes.`);

const tooMuchHeld = (limit: "total" | "holder") =>
  new AppError(
    "unavailable",
    limit === "total"
      ? "Too many large requests are under way. Try again in a moment."
      : "Too many large requests from your address are under way. Send fewer at a time.",
    { headers: { "retry-after": "1" } },
  );

/** How many problems an answer names at most; a hostile body can have a hundred thousand. */
export const issuesMax = 100;

export function invalid(all: readonly Issue[]): AppError {
  const issues = all.slice(0, issuesMax);
  const summary = issues.map(({ path, message }) => (path ? `${path} ${message}` : message)).join("; ");
  return new AppError("invalid_request", `Invalid request: ${summary}`.slice(0, 2000), { issues });
}

/** Why a text cannot be stored, if it cannot. */
export function textProblem(text: string): string | undefined {
  if (text.includes("\0")) return "must not contain a NUL character";
  if (!text.isWellFormed()) return "must not contain a lone surrogate";
  return undefined;
}
