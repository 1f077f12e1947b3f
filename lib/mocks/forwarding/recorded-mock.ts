import { isUtf8 } from "node:buffer";
import { headerOf } from "@/lib/operations/answer";
import { recording } from "@/lib/platform/budgets/budgets";
import type { MissProxy } from "@/lib/projects/project-hosts";
import { createMock, MockMethod } from "../contract";
import { canonicalRequestPath } from "../matching/canonical-path";
import { literalPath } from "../matching/literal-path";
import { headersBack } from "./passed-headers";
import { secretsLeftOut } from "./secrets-left-out";

/** An answer that was passed back. */
export type ForwardedAnswer = {
  method: string;
  rawPath: string;
  statusCode: number;
  /** As received: name, value, name, value, … */
  rawHeaders: readonly string[];
  body: Buffer;
};

export const recordedTag = "recorded";
const nameCharsMax = 200;

/** What depends on the moment, or on what the client knew before, is no answer for everybody. */
const passing = new Set([206, 304, 408, 425, 429]);

/** Whether an answer is one to keep, by what is known without reading it. */
export function isRecordable({ method, rawPath, statusCode, rawHeaders }: ForwardedAnswer): boolean {
  const coding = headerOf(rawHeaders, "content-encoding") ?? "identity";
  return (
    MockMethod.safeParse(method).success &&
    // Such a path can't be an endpoint: leading slashes are one there.
    !rawPath.startsWith("//") &&
    statusCode < 500 &&
    !passing.has(statusCode) &&
    coding.toLowerCase() === "identity"
  );
}

/** The mock that gives this answer again, as `createMock` takes it; undefined if it can't be one. */
export function recordedMock(
  answer: ForwardedAnswer,
  settings: Pick<MissProxy, "recordedHeaders" | "recordedBodies">,
) {
  const { method, rawPath, statusCode, rawHeaders } = answer;
  const endpoint = literalPath(/[\u0080-\u00ff]/.test(rawPath) ? canonicalRequestPath(rawPath) : rawPath);
  const suffix = " (recorded)";
  const place = `${method} ${rawPath || "/"}`;
  const { data } = createMock.body.safeParse({
    name: `${place.slice(0, nameCharsMax - suffix.length)}${suffix}`,
    method,
    endpoint,
    statusCode,
    responseHeaders: keptHeaders(rawHeaders, settings.recordedHeaders),
    ...bodyOf(answer, settings.recordedBodies),
    tags: [recordedTag],
  });
  return data;
}

function keptHeaders(rawHeaders: readonly string[], names: readonly string[]) {
  const wanted = new Set(names.filter((name) => name !== "set-cookie"));
  const kept = Object.entries(headersBack(rawHeaders)).filter(([name]) => wanted.has(name.toLowerCase()));
  return Object.fromEntries(kept);
}

function bodyOf({ body, rawHeaders }: ForwardedAnswer, isKept: boolean) {
  const nothing = { responseBody: isJsonType(headerOf(rawHeaders, "content-type")) ? "{}" : "" };
  if (!isKept || body.byteLength > recording.bodyBytesMax) return nothing;
  // The database keeps no NUL in a text.
  if (!isUtf8(body) || body.includes(0)) {
    return { responseBody: body.toString("base64"), bodyEncoding: "base64" as const };
  }
  const text = secretsLeftOut(body.toString());
  return text === undefined ? nothing : { responseBody: text };
}

const isJsonType = (type = ""): boolean => /^\s*[\w.-]+\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type);
