import type { Readable } from "node:stream";
import { bodies } from "@/lib/platform/budgets/budgets";
import type { HeldBody } from "@/lib/platform/budgets/held-bytes";
import { AppError } from "./errors";
import type { Issue } from "./operation";

type Limits = {
  /** `Content-Length` as it was sent. */
  declared: string | null | undefined;
  bytesMax: number;
  /** Counts what is in memory. Whoever made it releases it, when the body is not needed any more. */
  held: HeldBody;
};
type Given = Limits & {
  /** The body as it arrives. Leaving it early must not end the connection before the refusal is sent. */
  chunks: AsyncIterable<Uint8Array> | undefined;
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
export async function readBody({ chunks, ...limits }: Given): Promise<Buffer> {
  const body = new GrowingBody(limits);
  try {
    for await (const chunk of chunks ?? []) body.add(chunk);
  } catch (error) {
    throw error instanceof AppError ? error : brokenOff();
  }
  return body.whole();
}

/**
 * The same of a stream, which is left as it is after a refusal. Iterating over one costs several times as much.
 * @throws {AppError} as `readBody` does
 */
export function readStream(stream: Readable, limits: Limits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const body = new GrowingBody(limits);
    const leave = (error: unknown) => {
      stream.off("readable", take).off("end", finish).off("close", breakOff);
      reject(error);
    };
    const take = () => {
      try {
        for (let chunk = stream.read(); chunk !== null; chunk = stream.read()) body.add(chunk);
      } catch (error) {
        leave(error);
      }
    };
    let isWhole = stream.readableEnded;
    const finish = () => {
      isWhole = true;
      resolve(body.whole());
    };
    const breakOff = () => {
      if (!isWhole) leave(brokenOff());
    };
    if (isWhole) finish();
    else if (stream.destroyed) breakOff();
    else stream.on("readable", take).on("end", finish).on("close", breakOff);
  });
}

/** A body while it is read. Small chunks are joined now and then, because each object costs more than its byte. */
class GrowingBody {
  readonly #limits: Limits;
  #joined: Uint8Array[] = [];
  #loose: Uint8Array[] = [];
  #count = 0;
  #size = 0;

  constructor(limits: Limits) {
    requireLength(limits.declared, limits.bytesMax);
    this.#limits = limits;
  }

  add(chunk: Uint8Array): void {
    const { bytesMax, held } = this.#limits;
    if (this.#size + chunk.byteLength > bytesMax) throw tooLarge(bytesMax);
    const limit = held.grow(chunk.byteLength);
    if (limit) throw tooMuchHeld(limit);
    this.#size += chunk.byteLength;
    this.#count += 1;
    if (this.#count > bodies.smallChunksMax && this.#size < this.#count * bodies.chunkBytesMin) {
      throw new AppError("invalid_request", "The body comes in too small chunks. Send larger ones.");
    }
    this.#loose.push(chunk);
    if (this.#loose.length === bodies.looseChunksMax) {
      this.#joined.push(Buffer.concat(this.#loose));
      this.#loose = [];
    }
  }

  whole(): Buffer {
    const [only] = this.#loose;
    if (only && this.#count === 1 && isMostOfItsMemory(only)) {
      return Buffer.from(only.buffer, only.byteOffset, only.byteLength);
    }
    return Buffer.concat(this.#joined.concat(this.#loose), this.#size);
  }
}

/** A chunk is a part of what its connection brought at a time, and keeps all of that in memory. */
const isMostOfItsMemory = ({ byteLength, buffer }: Uint8Array) => 2 * byteLength >= buffer.byteLength;

const brokenOff = () => new AppError("invalid_request", "The body broke off.");

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
  return new AppError("invalid_request", `Invalid request: ${summaryOf(issues)}`.slice(0, 2000), { issues });
}

/** Problems as one text. A message continues the sentence that its path begins, or is a sentence of its own. */
export const summaryOf = (issues: readonly Issue[]): string =>
  issues
    .map(({ path, message }) => {
      if (!path) return message;
      return /^\p{Lu}/u.test(message) ? `${path}: ${message}` : `${path} ${message}`;
    })
    .join("; ");

/** Why a text cannot be stored, if it cannot. */
export function textProblem(text: string): string | undefined {
  if (text.includes("\0")) return "must not contain a NUL character";
  if (!text.isWellFormed()) return "must not contain a lone surrogate";
  return undefined;
}
