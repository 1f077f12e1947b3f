import { type CallInput, type Operation, requestFor } from "@/lib/operations/operation";

export type CurlRequest = {
  method: string;
  url: string;
  /** Such as `-i` or `-H "X-A: b"`, written as they are. */
  flags?: readonly string[];
  headers?: readonly { name: string; value: string }[];
  json?: unknown;
  /** A body as text, with its content type. */
  body?: { text: string; type: string };
};

/** Where every command and snippet takes the key from, so that none holds a secret. */
export const keyVariable = "FIELDKIT_API_KEY";
export const keyFlag = `-H "Authorization: Bearer $${keyVariable}"`;

/** A command for a POSIX shell. Every value is quoted, so that it is safe to paste. */
export function curlCommand({ method, url, flags = [], headers = [], json, body }: CurlRequest): string {
  const sent = json === undefined ? body : { text: readable(json), type: "application/json" };
  const parts = ["curl"];
  if (method === "HEAD") parts.push("-I");
  else if (method !== "GET" || sent) parts.push(`-X ${method}`);
  // curl reads brackets and braces in an address as a range unless told not to.
  if (/[[\]{}]/.test(url)) parts.push("-g");
  parts.push(...flags, quoted(url));
  // A semicolon is how curl is told of a header without a value.
  const given = headers.map(({ name, value }) => `-H ${quoted(value ? `${name}: ${value}` : `${name};`)}`);
  const typed = headers.some(({ name }) => name.toLowerCase() === "content-type");
  if (sent && !typed) given.push(`-H ${quoted(`Content-Type: ${sent.type}`)}`);
  if (sent) given.push(`--data-raw ${quoted(sent.text)}`);
  return [parts.join(" "), ...given].join(" \\\n  ");
}

/** JSON on one line if it is short, otherwise indented. */
function readable(json: unknown): string {
  const line = JSON.stringify(json);
  // Indented like the rest of the command; JSON does not mind.
  return line.length <= 64 ? line : JSON.stringify(json, null, 2).replaceAll("\n", "\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** An operation of the API as a command for curl needs it. */
export function operationRequest<O extends Operation>(
  appUrl: string,
  op: O,
  input: CallInput<O>,
): CurlRequest {
  const { path, body } = requestFor(op, input as Record<string, unknown>);
  return { method: op.method, url: appUrl + path, ...(body && { json: body }) };
}
