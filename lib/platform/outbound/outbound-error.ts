/**
 * Why a call to a foreign server was refused or failed.
 *
 * Before anything is sent: `invalid_url`, `not_https`, `user_info`, `bad_port`, `invalid_request` (method or
 * header), `refused_address` (not public, as a literal or after the look-up; also of a redirect).
 * Without a connection: `unreachable` (no address, nobody there in time), `tls`.
 * Afterwards, so that the request may have been carried out: `timeout`, `protocol` (no complete, valid HTTP answer),
 * `too_large` (headers, or the body of a stream), `redirect` (to another origin, or too many).
 */
export type OutboundReason =
  | "invalid_url"
  | "not_https"
  | "user_info"
  | "bad_port"
  | "invalid_request"
  | "refused_address"
  | "redirect"
  | "unreachable"
  | "tls"
  | "timeout"
  | "protocol"
  | "too_large";

const messages: Record<OutboundReason, string> = {
  invalid_url: "Give a complete address such as https://example.com/path.",
  not_https:
    "The URL must begin with https://. Your administrator can allow other origins with OUTBOUND_ALLOW.",
  user_info: "Remove the user name and password from the address.",
  bad_port: "The port of the address is not allowed. Use the server's HTTPS port, usually 443.",
  invalid_request:
    "The method or a header cannot be sent. Check them for characters that HTTP does not allow.",
  refused_address:
    "The URL leads to a host that is not public. Use one that is reachable from the internet. Your administrator can allow other origins with OUTBOUND_ALLOW.",
  redirect: "The server redirects elsewhere. Give the address that it redirects to.",
  unreachable: "The server cannot be reached. Check the address and that the server is up.",
  tls: "No secure connection could be made. Check the server's certificate and that the address speaks HTTPS.",
  timeout: "The server did not answer in time. Check that it is up, then try again.",
  protocol: "The server did not give a complete, valid HTTP answer. Check that the address is right.",
  too_large: "The server's answer is too large. Give an address with a smaller answer.",
};

/** An expected failure of a call. The message tells the caller what to do; the cause is for the log only. */
export class OutboundError extends Error {
  override readonly name = "OutboundError";

  constructor(
    readonly reason: OutboundReason,
    { message = messages[reason], cause }: { message?: string; cause?: unknown } = {},
  ) {
    super(message, { cause });
  }
}

/** How far a call got. The meaning of a bare socket error depends on it. */
export type Phase = "connecting" | "securing" | "answering";

const reasonIn: Record<Phase, OutboundReason> = {
  connecting: "unreachable",
  securing: "tls",
  answering: "protocol",
};

/** Turns an error of Node's sockets, TLS or HTTP parser into one for the caller. */
export function asOutboundError(error: unknown, phase: Phase): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = String((error as { code?: unknown } | null)?.code ?? "");
  if (code === "HPE_HEADER_OVERFLOW") return new OutboundError("too_large", { cause: error });
  // In TLS 1.3, a server that wants a client certificate says so only after the handshake.
  if (/^ERR_(SSL|TLS)_/.test(code)) return new OutboundError("tls", { cause: error });
  return new OutboundError(reasonIn[phase], { cause: error });
}
