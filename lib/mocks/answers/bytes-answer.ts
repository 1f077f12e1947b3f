import { createHash } from "node:crypto";
import type { Answer } from "@/lib/operations/answer";
import { lazily } from "@/lib/platform/singleton";
import { servedFiles } from "../files/served-files";
import { answerFor, prepareAnswer } from "./answer";
import type { Behaviour } from "./contract";
import { partOf } from "./parts";

/** Bytes that an answer has for its body. */
export type Bytes = { content: Buffer; sha256: string; contentType: string };

type Head = { statusCode: number; headers: Record<string, string | string[]> };
type Stored = Head & { body: string } & Pick<Behaviour, "bodyEncoding" | "bodyFileId">;

/** An answer whose body is bytes rather than a text. */
export type BytesSource = Head & {
  /** Undefined when its file is gone. */
  read: () => Bytes | Promise<Bytes | undefined>;
};

/** Undefined for an answer whose body is a text. */
export function bytesSourceOf(stored: Stored): BytesSource | undefined {
  const { statusCode, headers, body, bodyEncoding, bodyFileId } = stored;
  if (bodyFileId) {
    const read = async () => (await servedFiles().get(bodyFileId)).file;
    return { statusCode, headers, read: () => servedFiles().peek(bodyFileId)?.file ?? read() };
  }
  if (bodyEncoding !== "base64") return undefined;
  return { statusCode, headers, read: lazily(() => decoded(body)) };
}

function decoded(base64: string): Bytes {
  const content = Buffer.from(base64, "base64");
  const sha256 = createHash("sha256").update(content).digest("hex");
  return { content, sha256, contentType: "application/octet-stream" };
}

type Request = { method: string; origin: string | undefined; rawHeaders: readonly string[] };

/**
 * The answer to a request, with all of its bytes or a part. All answers that are under way share one buffer. Undefined when
 * its file is gone.
 */
export async function bytesAnswer(source: BytesSource, request: Request): Promise<Answer | undefined> {
  const { statusCode, headers: responseHeaders } = source;
  const bytes = await source.read();
  if (!bytes) return undefined;
  const { content: responseBody, sha256, contentType } = bytes;
  const { method, origin } = request;
  const hasParts = statusCode === 200 && (method === "GET" || method === "HEAD");
  const etag = hasParts ? `"${sha256}"` : undefined;
  const prepared = prepareAnswer({ statusCode, responseHeaders, responseBody, contentType, etag });
  const whole = answerFor(prepared, { origin, head: method === "HEAD" });
  return hasParts ? partOf(whole, request) : whole;
}
