import { setTimeout as sleep } from "node:timers/promises";
import { type ErrorResponse, Resend } from "resend";
import { badCredentials, MailError, reasonOf } from "./mail-error";
import type { Mail, SendMail } from "./message";

type Settings = { apiKey: string; baseUrl: string | undefined; from: string };

/** Time limit for a try, and the extra time for each byte of attachments. */
const timeLimitMs = 10_000;
const bytesPerMs = 1000;
/** Resend takes only a few messages per second; any further one has to wait. */
const triesMax = 6;
const pauseMaxSeconds = 5;

/** Sends over Resend's API. The mail's id makes a repeat safe for a day, even if the first answer got lost. */
export function createResendMailer({ apiKey, baseUrl, from }: Settings): SendMail {
  const resend = new Resend(apiKey, baseUrl === undefined ? {} : { baseUrl });
  return async (mail) => {
    const bytes = (mail.attachments ?? []).reduce((sum, { content }) => sum + content.byteLength, 0);
    for (let tried = 1; ; tried += 1) {
      const signal = AbortSignal.timeout(Math.round(timeLimitMs + bytes / bytesPerMs));
      const { error, headers } = await resend.emails
        .send(messageOf(mail, from), { idempotencyKey: mail.id, signal })
        .catch((reason: unknown) => ({ error: reason as Error, headers: null }));
      if (!error) return;
      const refusal = signal.aborted ? undefined : (error as ErrorResponse);
      // It was taken in an earlier try, in other words: of another sender, whom the mail names.
      if (refusal?.name === "invalid_idempotent_request") return;
      if (refusal?.name !== "rate_limit_exceeded" || tried === triesMax) {
        throw mailError(refusal, apiKey);
      }
      await sleep(pauseMs(headers?.["retry-after"]));
    }
  };
}

/**
 * Asks Resend which domains it may send for, and sends nothing.
 * @returns the domains that are verified; undefined when the key may do nothing but send
 * @throws {MailError} within `withinMs`
 */
export async function verifyResend(
  { apiKey, baseUrl }: Settings,
  withinMs: number,
): Promise<string[] | undefined> {
  const resend = new Resend(apiKey, baseUrl === undefined ? {} : { baseUrl });
  const signal = AbortSignal.timeout(withinMs);
  const { data, error } = await resend
    .get<{ data: { name: string; status: string }[] }>("/domains", { signal })
    .catch((reason: unknown) => ({ data: null, error: reason as ErrorResponse }));
  if (error?.name === "restricted_api_key") return undefined;
  if (error) throw mailError(signal.aborted ? undefined : error, apiKey);
  return (data?.data ?? []).filter(({ status }) => status === "verified").map(({ name }) => name);
}

function messageOf({ to, subject, html, text, headers, attachments = [] }: Mail, from: string) {
  return {
    from,
    to: [to],
    subject,
    html,
    text,
    ...(headers && { headers }),
    ...(attachments.length > 0 && {
      attachments: attachments.map(({ name, contentType, content }) => ({
        filename: name,
        contentType,
        content,
      })),
    }),
  };
}

function pauseMs(retryAfter: string | undefined): number {
  const seconds = Number(retryAfter);
  return 1000 * (seconds > 0 ? Math.min(seconds, pauseMaxSeconds) : 1);
}

/** Refusals that every message would get. */
const ofService =
  /^(application_error|internal_server_error|security_error|rate_limit_exceeded|\w+_quota_exceeded)$/;

/** @param refusal undefined when no answer came in time */
function mailError(refusal: ErrorResponse | undefined, apiKey: string): MailError {
  if (!refusal) {
    return new MailError("The mail service did not answer in time. Try again later.", { scope: "service" });
  }
  const { name, message, statusCode } = refusal;
  const reason = reasonOf(String(message ?? name ?? ""), [apiKey]);
  const detail = `${statusCode ?? "no answer"} ${reasonOf(String(name), [apiKey])}: ${reason}`;
  if (/^(missing|invalid|restricted)_api_key$/.test(name) || statusCode === 401) {
    return new MailError(badCredentials, { scope: "service", detail });
  }
  if (typeof statusCode !== "number") {
    return new MailError("The mail service was not reached. Try again later.", { scope: "service", detail });
  }
  // 403: the sender's domain isn't verified. 409: the same message is being sent. Both can pass.
  const isOfService = ofService.test(name) || statusCode >= 500 || [403, 409, 429].includes(statusCode);
  const scope = isOfService ? "service" : "recipient";
  const isFinal = scope === "recipient";
  return new MailError(`The mail service refused the message: ${reason || statusCode}`, {
    scope,
    isFinal,
    detail,
  });
}
