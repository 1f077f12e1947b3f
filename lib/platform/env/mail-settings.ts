import { z } from "zod";

/** How mail is sent, and from whom. Without a service it stays in the outbox. */
export type MailSettings =
  | { service: "resend"; apiKey: string; baseUrl: string | undefined; from: string }
  | ({ service: "smtp"; from: string } & SmtpServer)
  | { service: "outbox" };

export type SmtpServer = {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS where the server offers it. */
  secure: boolean;
  auth: { user: string; pass: string } | undefined;
};

/** The variables about mail, for the schema of all variables. */
export const mailVariables = {
  MAIL_CONFIRM_RECIPIENTS: z.enum(["on", "off"], { error: 'must be "on" or "off"' }).default("off"),
  RESEND_API_KEY: z.string().trim().optional(),
  RESEND_BASE_URL: z
    .url({ protocol: /^https?$/, error: "must be an http(s) address" })
    .transform((value) => value.replace(/\/+$/, ""))
    .optional(),
  SMTP_URL: z
    .string()
    .transform((value, context) => {
      const server = smtpServer(value);
      if (!server) {
        context.addIssue("must be smtp[s]://[user:password@]host[:port], user and password percent-encoded");
      }
      return server;
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .max(320, { error: "must have at most 320 characters" })
    .regex(/^([^<>\p{Cc}]+ <[^\s<>@,;:"]+@[^\s<>@,;:"]+>|[^\s<>@,;:"]+@[^\s<>@,;:"]+)$/u, {
      error: "must be an address such as notes@example.com or Fieldkit <notes@example.com>",
    })
    .optional(),
};

type Given = {
  RESEND_API_KEY?: string | undefined;
  RESEND_BASE_URL?: string | undefined;
  SMTP_URL?: SmtpServer | undefined;
  MAIL_FROM?: string | undefined;
};

export function mailSettings({
  RESEND_API_KEY,
  RESEND_BASE_URL,
  SMTP_URL,
  MAIL_FROM = "",
}: Given): MailSettings {
  if (RESEND_API_KEY) {
    return { service: "resend", apiKey: RESEND_API_KEY, baseUrl: RESEND_BASE_URL, from: MAIL_FROM };
  }
  return SMTP_URL ? { service: "smtp", from: MAIL_FROM, ...SMTP_URL } : { service: "outbox" };
}

/** What is wrong with the variables taken together. */
export function mailProblems(present: Record<string, unknown>): string[] {
  const services = ["RESEND_API_KEY", "SMTP_URL"].filter((name) => name in present);
  return [
    ...(services.length > 1 ? ["  SMTP_URL: must not be set together with RESEND_API_KEY"] : []),
    ...(services.length > 0 && !("MAIL_FROM" in present)
      ? [`  MAIL_FROM: must be set together with ${services[0]}`]
      : []),
  ];
}

function smtpServer(text: string): SmtpServer | undefined {
  if (!/^smtps?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, hostname, port, pathname, search, hash, username, password } = new URL(text);
  if (!hostname || !/^\/?$/.test(pathname) || search || hash) return undefined;
  const secure = protocol === "smtps:";
  try {
    const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
    return {
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port) || (secure ? 465 : 587),
      secure,
      auth: auth.user === "" ? undefined : auth,
    };
  } catch {
    return undefined;
  }
}
