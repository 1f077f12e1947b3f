import type { ReadableStream } from "node:stream/web";
import { AppError } from "./errors";
import type { Issue } from "./operation";

const bodyBytesMax = 1024 * 1024;
const depthMax = 64;

/**
 * The request's whole body.
 * @throws {AppError} `payload_too_large`, before more than the limit is buffered; `invalid_request` if the body
 * breaks off.
 */
export function readBody({ headers, body }: Request, limit = bodyBytesMax): Promise<Uint8Array> {
  // Cancelling would end the connection before the refusal is sent.
  const chunks = (body as ReadableStream<Uint8Array> | null)?.values({ preventCancel: true });
  return readWhole(chunks, headers.get("content-length"), limit);
}

/** The same for the chunks of a body and the length that the request declares. */
export async function readWhole(
  body: AsyncIterable<Uint8Array> | undefined,
  declaredLength: string | null | undefined,
  limit: number,
): Promise<Buffer> {
  const tooLarge = () => new AppError("payload_too_large", `The body is larger than ${limit} bytes.`);
  if (Number(declaredLength) > limit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      if (size > limit) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError("invalid_request", "The body broke off.");
  }
  return Buffer.concat(chunks, size);
}

/**
 * Parses a JSON object and refuses what would harm a database or a program: invalid UTF-8, nesting deeper than 64,
 * NUL, lone surrogates, `__proto__` keys.
 * @throws {AppError} `unsupported_media_type`, `invalid_json`, or `invalid_request` with every place.
 */
export function parseJson(bytes: Uint8Array, contentType: string | null): unknown {
  if (contentType !== null && !isJsonType(contentType)) {
    throw new AppError(
      "unsupported_media_type",
      "Send the body as JSON in UTF-8, with Content-Type: application/json.",
    );
  }
  if (bytes.byteLength === 0) throw new AppError("invalid_json", "A JSON body is required.");
  const value = decode(bytes);
  const issues = unsafeParts(value);
  if (issues.length > 0) throw invalid(issues);
  return value;
}

/** JSON and formats based on it, in UTF-8: with another `charset` the text would be misread. */
function isJsonType(contentType: string): boolean {
  const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  const isUtf8 = charset === undefined || /^"?(utf-?8|us-ascii)"?$/.test(charset);
  return isUtf8 && /^application\/([\w.+-]+\+)?json$/.test(type);
}

/** How many problems an answer names at most; a hostile body can have a hundred thousand. */
const issuesMax = 100;

export function invalid(all: readonly Issue[]): AppError {
  const issues = all.slice(0, issuesMax);
  const summary = issues.map(({ path, message }) => (path ? `${path} ${message}` : message)).join("; ");
  return new AppError("invalid_request", `Invalid request: ${summary}`.slice(0, 2000), { issues });
}

function decode(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AppError("invalid_json", "The body is not valid JSON in UTF-8.");
  }
}

/** Why a text cannot be stored, if it cannot. */
export function textProblem(text: string): string | undefined {
  if (text.includes("\0")) return "must not contain a NUL character";
  if (!text.isWellFormed()) return "must not contain a lone surrogate";
  return undefined;
}

function unsafeParts(root: unknown): Issue[] {
  const issues: Issue[] = [];
  const pending: { value: unknown; path: string; depth: number }[] = [{ value: root, path: "", depth: 1 }];
  for (let next = pending.pop(); next && issues.length < issuesMax; next = pending.pop()) {
    const { value, path, depth } = next;
    if (typeof value === "string") {
      const message = textProblem(value);
      if (message) issues.push({ path, message });
    } else if (typeof value === "object" && value !== null) {
      if (depth > depthMax) {
        return [{ path: "", message: `must not be nested deeper than ${depthMax} levels` }];
      }
      for (const [key, child] of Object.entries(value)) {
        const message = key === "__proto__" ? 'must not have a key "__proto__"' : textProblem(key);
        if (message)
          issues.push({ path, message: message.replace("must not contain", "must not have a key with") });
        else pending.push({ value: child, path: path ? `${path}.${key}` : key, depth: depth + 1 });
      }
    }
  }
  return issues;
}

/**
 * The parts of a form by name, files as `File`; several parts of one name are an array.
 * @throws {AppError} `unsupported_media_type`, or `invalid_request` for a form that cannot be read
 */
export async function parseUpload(bytes: Uint8Array, contentType: string | null): Promise<unknown> {
  if (contentType === null || !/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw new AppError("unsupported_media_type", "Send the body as multipart/form-data.");
  }
  const form = await formOf(bytes, contentType);
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

async function formOf(bytes: Uint8Array, contentType: string): Promise<FormData> {
  try {
    return await new Response(bytes as BodyInit, { headers: { "content-type": contentType } }).formData();
  } catch {
    throw invalid([{ path: "", message: "the body is not a valid form" }]);
  }
}
