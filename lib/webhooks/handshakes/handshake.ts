import type { HandshakePreset } from "./contract";

/** A captured request, as far as handshakes look at it. Browsers have it from the API, servers before it is stored. */
export type HandshakeRequest = {
  method: string;
  /** Path and query as sent. */
  rawUrl: string;
  rawHeaders: readonly (readonly [name: string, value: string])[];
  /** Undefined if the body is none of a handshake: too long, or without `bodyMark`. */
  body(): string | undefined;
};

export type HandshakeSettings = {
  handshakes: readonly HandshakePreset[];
  metaVerifyToken: string | null;
};

/** What a handshake is answered with. */
export type Handshake = { preset: HandshakePreset } & (
  | { kind: "echo"; text: string }
  | { kind: "allowed"; origin: string }
  | { kind: "empty response" }
  /** The token is another one than the inbox's. */
  | { kind: "refused" }
);

/** No handshake has more. What is larger is not read, because strangers send it. */
export const handshakeLimits = { bodyBytes: 4096, queryChars: 4096, echoChars: 1000 };
/** Without it a body is none of a handshake. Looking for it costs less than reading the body. */
export const bodyMark = "url_verification";

/**
 * The handshake that a request is, among those that are asked for. The same for the same request, here and in browsers;
 * throws for none.
 */
export function handshakeOf(request: HandshakeRequest, settings: HandshakeSettings): Handshake | undefined {
  for (const preset of settings.handshakes) {
    const handshake = handshakes[preset](request, settings);
    if (handshake) return { preset, ...handshake };
  }
  return undefined;
}

type Found =
  | { kind: "echo"; text: string }
  | { kind: "allowed"; origin: string }
  | { kind: "empty response" | "refused" };
type Reader = (request: HandshakeRequest, settings: HandshakeSettings) => Found | undefined;

/** Each looks first at what is cheap to look at: they are asked for every request of an inbox. */
const handshakes: Record<HandshakePreset, Reader> = {
  slack({ method, body }) {
    return method === "POST" ? echo(slackChallenge(body())) : undefined;
  },

  meta({ method, rawUrl }, { metaVerifyToken }) {
    if (method !== "GET" || !rawUrl.includes("hub.")) return undefined;
    const query = queryOf(rawUrl);
    const token = query && single(query, "hub.verify_token");
    if (!query || token === undefined || single(query, "hub.mode") !== "subscribe") return undefined;
    const found = echo(single(query, "hub.challenge"));
    return found && metaVerifyToken !== null && !isSame(token, metaVerifyToken) ? { kind: "refused" } : found;
  },

  "microsoft-graph"({ method, rawUrl }) {
    if (method !== "POST" && method !== "GET") return undefined;
    // SharePoint's own webhooks write it in lower case.
    const [name] = /[?&]validation[Tt]oken(?==)/.exec(rawUrl) ?? [];
    return name === undefined ? undefined : echo(singleOf(rawUrl, name.slice(1)));
  },

  dropbox({ method, rawUrl }) {
    return method === "GET" && rawUrl.includes("challenge=")
      ? echo(singleOf(rawUrl, "challenge"))
      : undefined;
  },

  cloudevents({ method, rawHeaders }) {
    if (method !== "OPTIONS") return undefined;
    const origin = headerOf(rawHeaders, "webhook-request-origin");
    return origin !== undefined && isHost(origin) ? { kind: "allowed", origin } : undefined;
  },

  twilio({ rawHeaders }) {
    return headerOf(rawHeaders, "x-twilio-signature") === undefined ? undefined : { kind: "empty response" };
  },
};

function slackChallenge(body: string | undefined): string | undefined {
  if (!body?.includes(bodyMark)) return undefined;
  try {
    const { type, challenge } = Object(JSON.parse(body)) as { type?: unknown; challenge?: unknown };
    return type === bodyMark && typeof challenge === "string" ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Challenges are letters, digits and what tokens and sentences have between them. Nothing else is sent back to whoever asks:
 * no markup, no quotes, no brackets.
 */
const echoed = /^[A-Za-z0-9 ._~:;,/@+=|-]+$/;
function echo(text: string | undefined): Found | undefined {
  const isEchoed = text !== undefined && text.length <= handshakeLimits.echoChars && echoed.test(text);
  return isEchoed ? { kind: "echo", text } : undefined;
}

function queryOf(rawUrl: string): URLSearchParams | undefined {
  const mark = rawUrl.indexOf("?");
  const query = mark === -1 ? "" : rawUrl.slice(mark + 1);
  return query.length > handshakeLimits.queryChars ? undefined : new URLSearchParams(query);
}

/** A parameter that is there once: of several nobody knows which one is meant. */
function single(query: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = query.getAll(name);
  return others.length > 0 ? undefined : value;
}

function singleOf(rawUrl: string, name: string): string | undefined {
  const query = queryOf(rawUrl);
  return query && single(query, name);
}

function headerOf(rawHeaders: HandshakeRequest["rawHeaders"], lowerName: string): string | undefined {
  return rawHeaders.find(([name]) => name.toLowerCase() === lowerName)?.[1];
}

/** What stands in `WebHook-Request-Origin` is the name of a host. */
const isHost = (text: string) =>
  text.length <= 253 && /^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text);

/** Takes as long for any text of this length. */
function isSame(given: string, wanted: string): boolean {
  let differs = given.length ^ wanted.length;
  for (let at = 0; at < wanted.length; at += 1)
    differs |= (given.charCodeAt(at) || 0) ^ wanted.charCodeAt(at);
  return differs === 0;
}
