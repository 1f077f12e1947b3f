/** Headers about one connection, its framing or a proxy. Those of a caller belong to another connection. */
const ownHeaders = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Whether a header of a request is ours to set, so that a caller's is not sent. */
export const isOwnHeader = (name: string): boolean =>
  ownHeaders.has(name.toLowerCase()) || /^proxy-/i.test(name);
