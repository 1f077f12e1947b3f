import type { Steps } from "@/lib/platform/process/turns";
import type { CaptureRow } from "@/lib/webhooks/captures";
import { type Masks, mask } from "./contract";

export type MaskedCapture = {
  /** Path and query below the inbox's address. */
  target: string;
  rawHeaders: [string, string][];
  body: Buffer | null;
  ip: string | null;
};

/** Shorter values occur by chance, and are masked where they stand only. */
const tellingLength = 8;
/** How many values are looked for in the rest of a capture. */
const valuesMax = 200;

/**
 * A capture without what is masked. A masked value that is long enough to be a secret is taken out wherever else it
 * occurs, too: a token of a header may also be in the address, or in the body.
 */
export function* maskedCapture(
  capture: Pick<CaptureRow, "path" | "rawUrl" | "rawHeaders" | "body" | "ip">,
  masks: Masks,
  referenceId: string,
): Steps<MaskedCapture> {
  const wanted = new Set(masks.headers);
  const isMasked = ([name]: [string, string]) => wanted.has(name.toLowerCase());
  const query = queryOf(capture.rawUrl);
  const secrets = [
    // With it anybody could send to the inbox.
    referenceId,
    ...(masks.ip ? [capture.ip] : []),
    ...telling([
      ...capture.rawHeaders.filter(isMasked).flatMap(([, value]) => partsOf(value)),
      ...(masks.query ? valuesOf(query) : []),
    ]),
  ].filter(Boolean);
  const clean = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, mask), text);
  const target = clean(capture.path) + clean(masks.query ? withoutValues(query) : query);
  const rawHeaders: [string, string][] = [];
  for (const pair of capture.rawHeaders) {
    yield;
    rawHeaders.push([clean(pair[0]), isMasked(pair) ? mask : clean(pair[1])]);
  }
  let body: Buffer | null = masks.body ? null : capture.body;
  for (const secret of secrets) {
    yield;
    if (body?.includes(secret)) body = replaced(body, Buffer.from(secret));
  }
  return { target, rawHeaders, body, ip: masks.ip ? null : capture.ip };
}

/** A value, its credential behind a scheme, and those of cookies: any of them is a secret by itself. */
function partsOf(value: string): string[] {
  const credential = /^\S+\s+(.+)$/.exec(value)?.[1];
  const pairs = value.split(/[;,]\s*/).map((pair) => pair.slice(pair.indexOf("=") + 1).trim());
  return [value, ...(credential ? [credential] : []), ...pairs];
}

/** The longest first, so that none is left in half. */
function telling(values: readonly string[]): string[] {
  const long = new Set(values.filter((value) => value.length >= tellingLength));
  return [...long].sort((a, b) => b.length - a.length).slice(0, valuesMax);
}

const queryOf = (rawUrl: string) => (rawUrl.includes("?") ? rawUrl.slice(rawUrl.indexOf("?")) : "");

/** Values as they were sent, and as they are read. */
function valuesOf(query: string): string[] {
  const sent = query
    .slice(1)
    .split("&")
    .map((pair) => pair.slice(pair.indexOf("=") + 1));
  return [...sent, ...new URLSearchParams(query).values()];
}

/** A name without a value may be one itself. */
function withoutValues(query: string): string {
  const pairs = query
    .slice(1)
    .split("&")
    .map((pair) => (pair.includes("=") ? `${pair.slice(0, pair.indexOf("="))}=${mask}` : pair && mask));
  return query && `?${pairs.join("&")}`;
}

function replaced(body: Buffer, secret: Buffer): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = body.indexOf(secret); at !== -1; at = body.indexOf(secret, from)) {
    parts.push(body.subarray(from, at), Buffer.from(mask));
    from = at + secret.byteLength;
  }
  return Buffer.concat([...parts, body.subarray(from)]);
}
