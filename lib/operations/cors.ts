import { Answer } from "./answer";

export type HeaderLine = [name: string, value: string];

/**
 * Headers that let pages read an answer: pages of one origin, with this browser's cookies, or all pages (`*`),
 * without.
 */
export function corsLines(origin: string, exposed: readonly string[] = []): HeaderLine[] {
  const lines: HeaderLine[] = [["Access-Control-Allow-Origin", origin]];
  if (origin !== "*") lines.push(["Access-Control-Allow-Credentials", "true"]);
  if (exposed.length > 0) lines.push(["Access-Control-Expose-Headers", exposed.join(", ")]);
  return lines;
}

type Allowed = { methods?: string | undefined; headers?: string | undefined; maxAgeSeconds?: number };

/** The answer to a browser that asks whether a page may send a request (Fetch standard, "CORS-preflight request"). */
export function preflightLines({ methods, headers, maxAgeSeconds }: Allowed): HeaderLine[] {
  const lines: HeaderLine[] = [];
  if (methods !== undefined) lines.push(["Access-Control-Allow-Methods", methods]);
  if (headers !== undefined) lines.push(["Access-Control-Allow-Headers", headers]);
  if (maxAgeSeconds !== undefined) lines.push(["Access-Control-Max-Age", String(maxAgeSeconds)]);
  return lines;
}

const anyOrigin = corsLines("*", ["ETag", "Retry-After", "Warning", "X-Request-Id"]).flat();

/** Marks an answer of the API that pages of any origin may read. They send keys, never this browser's cookies. */
export function withCors(answer: Answer): Answer {
  answer.headers.push(...anyOrigin);
  return answer;
}

/** Answers a browser's question whether a page may call a path of the API with these methods. */
export function preflight(methods: string, resumes = false): Answer {
  const headers = `Authorization, X-API-Key, Content-Type, If-None-Match${resumes ? ", Last-Event-ID" : ""}`;
  const allowed = preflightLines({ methods, headers, maxAgeSeconds: 86_400 });
  return withCors(new Answer(204, allowed.flat(), null));
}
