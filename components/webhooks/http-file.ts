import { bodyFileName } from "@/components/webhooks/curl-of-capture";
import { belowInbox, ownHeaders, targetOf } from "@/components/webhooks/raw-request";
import type { CapturedRequest } from "@/lib/webhooks/contract";

/**
 * Captures as requests for the HTTP clients of editors. Strangers wrote the captures, and these clients evaluate what
 * they find in a file: variables, scripts, file references, other requests. There is no way to escape these in headers
 * and bodies, so such headers are left out, and such bodies come from a file.
 */
export const httpOpening = (inboxUrl: string, warning: string): string =>
  `# Requests that Fieldkit captured. ${warning}\n@url = ${inboxUrl}\n\n`;

export function httpEntry(request: CapturedRequest): string {
  const { sequence, method } = request;
  const all = ownHeaders(request);
  const headers = all.filter(isPlainHeader);
  const head = [
    `${method} {{url}}${plainTarget(belowInbox(request))}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ].join("\n");
  const title = `### ${sequence} ${method} ${plainTarget(targetOf(request))}`;
  return `${title}\n${noteOf(all.length - headers.length)}${httpBody(request, head)}\n`;
}

/**
 * Some characters of a header's name begin a comment, another request or a part of the query. Some headers make a client
 * sign in elsewhere, sign the request or rewrite its body.
 */
function isPlainHeader([name, value]: readonly [name: string, value: string]): boolean {
  if (/^x-request-type$/i.test(name)) return false;
  if (/^authorization$/i.test(name) && rewritten.test(value)) return false;
  return /^[\w-][\w.-]*$/.test(name) && !value.includes("{{") && !/\n/.test(value) && !oddBreaks.test(value);
}

/** Credentials that a client replaces by others. A `Basic` token in base64 is sent as it is. */
const rewritten = /^\s*(?:(?:cognito|aws|digest)\b|basic\s+\S*[\s:])/i;

/** What an editor may take for the end of a line, besides the usual one. */
const oddBreaks = /[\u2028\u2029]|(?![\t\n])\p{Cc}/u;

function noteOf(omitted: number): string {
  if (omitted === 0) return "";
  const what = omitted === 1 ? "1 header" : `${omitted} headers`;
  return `# Fieldkit left out ${what} that an editor would evaluate.\n`;
}

/** Servers read these characters the same way if they are percent-encoded. */
const plainTarget = (target: string) =>
  target.replace(/[\s\p{Cc}{}#<>]/gu, (character) => encodeURIComponent(character));

/** Where clients would read something other than the bytes: a variable, a comment, a script, a file, another request. */
const misread = [/^\s|\s$/, /\{\{/, /^[^\S\n]*(?:#|\/\/|@|[<>]|\?\?|HTTP\/\d)/m, oddBreaks];

function httpBody({ body, bodyEncoding, size, sequence }: CapturedRequest, head: string): string {
  if (size === 0) return head;
  const isPlain = bodyEncoding === "utf8" && !misread.some((each) => each.test(body));
  if (isPlain) return `${head}\n\n${body}`;
  const file = bodyFileName({ sequence });
  const base64 = bodyEncoding === "base64" ? body : base64Of(body);
  return `# Its body is read from a file: echo '${base64}' | base64 -d > ${file}\n${head}\n\n< ./${file}`;
}

function base64Of(text: string): string {
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}
