import { Answer } from "./answer";

/** Marks an answer that pages of any origin may read; they send keys, never this browser's cookies. */
export function withCors(answer: Answer): Answer {
  answer.headers["access-control-allow-origin"] = "*";
  answer.headers["access-control-expose-headers"] = "ETag, Retry-After, X-Request-Id";
  return answer;
}

/** Answers a browser's question whether a page may call a path with these methods. */
export function preflight(methods: string): Answer {
  const headers = {
    "access-control-allow-methods": methods,
    "access-control-allow-headers": "Authorization, X-API-Key, Content-Type, If-None-Match",
    "access-control-max-age": "86400",
  };
  return withCors(new Answer(204, headers, null));
}
