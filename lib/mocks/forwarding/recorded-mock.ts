import { isUtf8 } from "node:buffer";
import { StringDecoder } from "node:string_decoder";
import { headerOf } from "@/lib/operations/answer";
import type { Fields } from "@/lib/operations/operation";
import { recording } from "@/lib/platform/budgets/budgets";
import type { Steps } from "@/lib/platform/process/turns";
import { mayHaveSecrets } from "@/lib/platform/secrets/secret-names";
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

type KeptBody = { responseBody: string; bodyEncoding?: "base64" };

export const recordedTag = "recorded";
const nameCharsMax = 200;
const stepBytes = 64 * 1024;

/** What depends on the moment, or on what the client knew before, is no answer for everybody. */
const passing = new Set([206, 304, 408, 425, 429]);

/** Why an answer is not kept, by what is known without reading it; undefined if it may be kept. */
export function unrecordable(
  { method, rawPath, statusCode, rawHeaders, body }: ForwardedAnswer,
  { recordedBodies }: Pick<MissProxy, "recordedBodies">,
): string | undefined {
  const coding = headerOf(rawHeaders, "content-encoding") ?? "identity";
  if (!MockMethod.safeParse(method).success) return `there are no mocks for ${method}`;
  // Such a path can't be an endpoint: leading slashes are one there.
  if (rawPath.startsWith("//")) return "no mock can be on its path";
  if (statusCode >= 500 || passing.has(statusCode)) return `its status ${statusCode} is one of the moment`;
  if (coding.toLowerCase() !== "identity") return "it is compressed";
  const { bodyBytesMax } = recording;
  if (recordedBodies && body.byteLength > bodyBytesMax) return `it has more than ${bodyBytesMax} bytes`;
  return undefined;
}

type Answered = Pick<ForwardedAnswer, "method" | "rawPath">;

/** Where the mock of an answer would be; undefined if no mock can be there. Nothing else needs to be looked at then. */
export function placeOf(answer: Answered) {
  const place = { method: answer.method, endpoint: endpointOf(answer) };
  return createMock.body.pick({ method: true, endpoint: true }).safeParse(place).data;
}

const endpointOf = ({ rawPath }: Answered): string =>
  literalPath(/[\u0080-\u00ff]/.test(rawPath) ? canonicalRequestPath(rawPath) : rawPath);

/** The mock that gives this answer again, as `createMock` takes it; undefined if it can't be one. */
export function* recordedMock(
  answer: ForwardedAnswer,
  settings: Pick<MissProxy, "recordedHeaders" | "recordedBodies">,
): Steps<Fields<typeof createMock> | undefined> {
  const { method, rawPath, statusCode, rawHeaders } = answer;
  const suffix = " (recorded)";
  const place = `${method} ${rawPath || "/"}`;
  const responseHeaders = keptHeaders(rawHeaders, settings.recordedHeaders);
  yield;
  const { data } = createMock.body.safeParse({
    name: `${place.slice(0, nameCharsMax - suffix.length)}${suffix}`,
    method,
    endpoint: endpointOf(answer),
    statusCode,
    responseHeaders,
    ...(yield* bodyOf(answer, settings.recordedBodies)),
    tags: [recordedTag],
  });
  return data;
}

function keptHeaders(rawHeaders: readonly string[], names: readonly string[]) {
  const wanted = new Set(names.filter((name) => name !== "set-cookie"));
  const kept = Object.entries(headersBack(rawHeaders)).filter(([name]) => wanted.has(name.toLowerCase()));
  return Object.fromEntries(kept);
}

function* bodyOf({ body, rawHeaders }: ForwardedAnswer, isKept: boolean): Steps<KeptBody> {
  const nothing = { responseBody: isJsonType(headerOf(rawHeaders, "content-type")) ? "{}" : "" };
  if (!isKept) return nothing;
  // The database keeps no NUL in a text.
  if (!isUtf8(body) || body.includes(0)) {
    const isText = mayHaveSecrets(body.toString("latin1").replaceAll("\0", ""));
    yield;
    return isText ? nothing : { responseBody: body.toString("base64"), bodyEncoding: "base64" };
  }
  const text = yield* secretsLeftOut(yield* textOf(body));
  return text === undefined ? nothing : { responseBody: text };
}

/** `toString` of a megabyte that is not ASCII takes tens of milliseconds. */
function* textOf(body: Buffer): Steps<string> {
  const decoder = new StringDecoder("utf8");
  let text = "";
  for (let at = 0; at < body.byteLength; at += stepBytes) {
    text += decoder.write(body.subarray(at, at + stepBytes));
    yield;
  }
  return text + decoder.end();
}

const isJsonType = (type = ""): boolean => /^\s*[\w.-]+\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type);
