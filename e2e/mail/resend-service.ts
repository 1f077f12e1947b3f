import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type MailService, noFaults, type Received } from "./received";

export const resendKey = "re_local_0123456789abcdef";

/** What Resend's client posts to `/emails`. */
type Posted = {
  from: string;
  to: string[];
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
  attachments?: { filename: string; content_type: string; content: string }[];
};

/** Speaks `POST /emails` of Resend's API, with its errors and its idempotency keys. */
export async function startResendService(port: number): Promise<MailService> {
  const state = { received: [] as Received[], faults: noFaults() };
  const known = new Map<string, { id: string; body: string }>();
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    if (state.faults.isSilent) return;
    const refuse = (statusCode: number, name: string, message: string, headers = {}) =>
      answer(response, statusCode, { statusCode, name, message }, headers);
    const given = request.headers.authorization;
    if (given !== `Bearer ${resendKey}` || state.faults.refusesCredentials) {
      return refuse(401, "invalid_api_key", `API key ${given} is invalid`);
    }
    if (request.method !== "POST" || request.url !== "/emails") {
      return refuse(404, "not_found", "The requested endpoint does not exist");
    }
    if (state.faults.tooFast > 0) {
      state.faults.tooFast -= 1;
      return refuse(429, "rate_limit_exceeded", "Too many requests", { "retry-after": "1" });
    }
    const key = String(request.headers["idempotency-key"] ?? randomUUID());
    const before = known.get(key);
    if (before && before.body !== body) {
      return refuse(409, "invalid_idempotent_request", "This key was used with another request payload");
    }
    const mail = receivedFrom(JSON.parse(body) as Posted);
    if (state.faults.refused.has(mail.to)) {
      return refuse(422, "validation_error", `Invalid \`to\` field: ${mail.to}`);
    }
    const { id } = before ?? { id: randomUUID() };
    known.set(key, { id, body });
    if (!before) state.received.push(mail);
    if (state.faults.losesAnswers) return response.destroy();
    answer(response, 200, { id });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return Object.assign(state, { close });
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function answer(response: ServerResponse, status: number, body: object, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

function receivedFrom({ from, to, subject, html, text, headers = {}, attachments = [] }: Posted): Received {
  return {
    from,
    to: to.join(", "),
    subject,
    html,
    text,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    attachments: attachments.map(({ filename, content_type, content }) => ({
      name: filename,
      contentType: content_type,
      content: Buffer.from(content, "base64"),
    })),
  };
}
