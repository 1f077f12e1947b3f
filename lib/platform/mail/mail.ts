import { env } from "@/lib/platform/env/env";
import type { MailSettings } from "@/lib/platform/env/mail-settings";
import { singleton } from "@/lib/platform/singleton";
import type { SendMail } from "./message";
import { createResendMailer } from "./resend";
import { createSmtpMailer } from "./smtp";

/**
 * How this process sends mail.
 * @param keepInOutbox where mail goes while no service is configured
 */
export function mailer(keepInOutbox: SendMail): SendMail {
  const settings = env().mail;
  switch (settings.service) {
    case "resend":
      return singleton("mail", () => createResendMailer(settings));
    case "smtp":
      return singleton("mail", () => createSmtpMailer(settings));
    case "outbox":
      return keepInOutbox;
  }
}

/** How mail is sent, for the operator to read; no credentials. */
export function mailName(mail: MailSettings = env().mail): string {
  if (mail.service === "outbox") return "kept in the outbox (npm run outbox); no mail service is set";
  const via =
    mail.service === "resend"
      ? `Resend${mail.baseUrl ? ` at ${new URL(mail.baseUrl).host}` : ""}`
      : `SMTP at ${mail.host}:${mail.port}`;
  return `${via}, from ${mail.from}`;
}
