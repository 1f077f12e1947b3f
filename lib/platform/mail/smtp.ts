import { PassThrough } from "node:stream";
import { createTransport, type SMTPTransportOptions } from "nodemailer";
import type { SmtpServer } from "@/lib/platform/env/mail-settings";
import { badCredentials, MailError, reasonOf } from "./mail-error";
import type { Mail, SendMail } from "./message";

type Settings = SmtpServer & { from: string };

/** Time limit for a connection, a greeting and an answer. */
const stepMs = 10_000;
/** Time limit for a whole message with its attachments. */
const messageMs = 60_000;

/** Sends over SMTP, each message on its own connection: a pool would repeat a message when its connection is lost. */
export function createSmtpMailer(settings: Settings): SendMail {
  const options = optionsOf(settings);
  const secrets = secretsOf(settings);
  return async (mail) => {
    const transport = createTransport(options);
    let isHandedOver = false;
    transport.use("stream", ({ message }, done) => {
      // The last stage that the message passes before the connection.
      message.transform(
        new PassThrough().once("end", () => {
          isHandedOver = true;
        }),
      );
      done();
    });
    const signal = AbortSignal.timeout(messageMs);
    try {
      await transport.sendMail({ ...messageOf(mail, settings.from), signal });
    } catch (error) {
      throw mailError(error, isHandedOver, secrets);
    } finally {
      transport.close();
    }
  };
}

/**
 * Connects and signs in as for a message, and sends none.
 * @throws {MailError} within `withinMs`
 */
export async function verifySmtp(settings: Settings, withinMs: number): Promise<void> {
  const options = optionsOf(settings);
  const limits = { connectionTimeout: withinMs, greetingTimeout: withinMs, dnsTimeout: withinMs };
  const transport = createTransport({ ...options, ...limits, socketTimeout: withinMs });
  try {
    await transport.verify();
  } catch (error) {
    throw mailError(error, false, secretsOf(settings));
  } finally {
    transport.close();
  }
}

const secretsOf = ({ auth }: Settings) => (auth ? [auth.pass, auth.user] : []);

function optionsOf({ host, port, secure, auth }: Settings): SMTPTransportOptions {
  return {
    host,
    port,
    secure,
    ...(auth && { auth }),
    // A password may be sent only to this machine or through TLS.
    requireTLS: auth !== undefined && !secure && !/^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host),
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    dnsTimeout: stepMs,
    socketTimeout: 2 * stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function messageOf({ id, to, subject, html, text, headers, attachments = [] }: Mail, from: string) {
  const domain = from.replace(/^.*@|>$/g, "");
  return {
    from,
    to: { name: "", address: to },
    subject,
    html,
    text,
    // The same in each try, so that receivers recognise the repeat.
    messageId: `<${id}@${domain}>`,
    headers: { "Auto-Submitted": "auto-generated", ...headers },
    attachments: attachments.map(({ name, contentType, content }) => ({
      filename: name,
      contentType,
      content,
    })),
  };
}

/** Properties of nodemailer's errors. */
type SmtpFailure = { code?: unknown; command?: unknown; response?: unknown; responseCode?: unknown };

function mailError(error: unknown, isHandedOver: boolean, secrets: readonly string[]): MailError {
  if (!(error instanceof Error)) throw error;
  const { code, command, response, responseCode } = error as SmtpFailure;
  const said = typeof response === "string" ? reasonOf(response, secrets) : "";
  const detail = `${code} at ${command}: ${said || reasonOf(error.message, secrets)}`;
  if (code === "EAUTH") return new MailError(badCredentials, { scope: "service", detail });
  if (typeof responseCode === "number" && said && (code === "EENVELOPE" || code === "EMESSAGE")) {
    // A sender that is refused is refused for every recipient.
    const scope = command === "MAIL FROM" ? "service" : "recipient";
    const isFinal = scope === "recipient" && responseCode >= 500;
    return new MailError(`The mail server refused the message: ${said}`, { scope, isFinal, detail });
  }
  if (isHandedOver) {
    return new MailError("The mail server took the message and did not say whether it will deliver it.", {
      scope: "service",
      outcome: "unknown",
      detail,
    });
  }
  const isLate = code === "ETIMEDOUT" || code === "EABORT";
  const message = isLate
    ? "The mail server did not answer in time. Try again later."
    : "The mail server was not reached. Try again later.";
  return new MailError(message, { scope: "service", detail });
}
