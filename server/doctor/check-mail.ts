import type { Env } from "@/lib/platform/env/parse-env";
import { mailName } from "@/lib/platform/mail/mail";
import { MailError } from "@/lib/platform/mail/mail-error";
import { verifyResend } from "@/lib/platform/mail/resend";
import { verifySmtp } from "@/lib/platform/mail/smtp";
import { type Check, checkWithinMs, type Finding, reasonOf } from "./finding";
import { isLocal } from "./is-local";

const name = "mail";
/** A little earlier than the check's own end, so that its reason is heard. */
const withinMs = checkWithinMs - 500;

/** Signs in as for a message, and sends none. */
export function checkMail(env: Env): Check {
  return {
    name,
    async run() {
      const { mail } = env;
      if (mail.service === "outbox") return [outbox(env)];
      try {
        if (mail.service === "smtp") {
          await verifySmtp(mail, withinMs);
          return [{ name, state: "good", found: `${mailName(mail)}; it takes mail` }];
        }
        return [resendFinding(mailName(mail), domainOf(mail.from), await verifyResend(mail, withinMs))];
      } catch (error) {
        const said = error instanceof MailError ? `${error.message} (${error.detail})` : reasonOf(error);
        const variables = mail.service === "smtp" ? "SMTP_URL" : "RESEND_API_KEY and RESEND_BASE_URL";
        return [{ name, state: "bad", found: `${mailName(mail)}: ${said}`, advice: `Check ${variables}.` }];
      }
    },
  };
}

function outbox({ appUrl, mail }: Env): Finding {
  if (isLocal(new URL(appUrl).hostname)) return { name, state: "good", found: mailName(mail) };
  const advice =
    "Set SMTP_URL or RESEND_API_KEY, with MAIL_FROM: until then nobody gets invitations and notes.";
  return { name, state: "note", found: mailName(mail), advice };
}

const domainOf = (from: string) => from.replace(/^.*@|>$/g, "").toLowerCase();

function resendFinding(service: string, domain: string, domains: string[] | undefined): Finding {
  if (!domains) return { name, state: "good", found: `${service}; its key may send, and nothing else` };
  const isVerified = domains.some((each) => domain === each.toLowerCase());
  if (isVerified) return { name, state: "good", found: `${service}; ${domain} is verified there` };
  return {
    name,
    state: "bad",
    found: `${service}; ${domain} is not verified there`,
    advice: "Verify the domain at Resend, or set MAIL_FROM to an address of one that is.",
  };
}
