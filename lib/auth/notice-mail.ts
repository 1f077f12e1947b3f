import { v7 as uuidv7 } from "uuid";
import { db } from "@/db/database";
import { outbox } from "@/db/outbox";
import type { Ctx } from "@/lib/operations/context";
import { env } from "@/lib/platform/env/env";
import { escapeHtml } from "@/lib/platform/html/escape-html";
import { log } from "@/lib/platform/log/log";
import { htmlDocument } from "@/lib/platform/mail/html";
import { mailer } from "@/lib/platform/mail/mail";
import { MailError } from "@/lib/platform/mail/mail-error";
import { deviceOf } from "./device-of";
import { hasRate } from "./limits";

/** What the owner of an account is told. Nothing in it was written by somebody else. */
const notices = {
  newPlace: {
    subject: "New sign-in to your account",
    what: "Somebody, hopefully you, signed in to your Fieldkit account from a place that it was not used from before.",
  },
  password: {
    subject: "Your password was changed",
    what: "The password of your Fieldkit account was changed. All other sessions have ended.",
  },
  address: {
    subject: "Your e-mail address was changed",
    what: "Your Fieldkit account has another e-mail address now. This one no longer signs in.",
  },
  twoFactorOn: {
    subject: "Two-factor codes are on",
    what: "Signing in to your Fieldkit account with the password now also takes a code.",
  },
  twoFactorOff: {
    subject: "Two-factor codes are off",
    what: "Signing in to your Fieldkit account no longer takes a code.",
  },
  recoveryCodes: {
    subject: "You have new recovery codes",
    what: "The recovery codes of your Fieldkit account were made anew. The old ones no longer work.",
  },
  recoveryCodeUsed: {
    subject: "A recovery code was used",
    what: "Somebody, hopefully you, signed in to your Fieldkit account with one of its recovery codes. It does not work again.",
  },
  passkey: {
    subject: "A passkey was added",
    what: "A new passkey signs in to your Fieldkit account.",
  },
  passkeyRemoved: {
    subject: "A passkey was removed",
    what: "One of the passkeys of your Fieldkit account no longer signs in.",
  },
  deleted: {
    subject: "Your account was deleted",
    what: "Your Fieldkit account and what belonged to it alone were deleted.",
  },
} as const;

export type NoticeName = keyof typeof notices;

/** Tells the owner of an account what happened to it, after the answer has left. A failure is only logged. */
export function mailNotice(ctx: Ctx, to: string, name: NoticeName): void {
  const mail = noticeMail(ctx, to, name);
  const { now } = ctx;
  ctx.after(() =>
    ctx.background(async () => {
      if (!(await hasRate({ db: db(), now }, "noticeMailsPerHour", to.toLowerCase()))) return;
      try {
        await mailer(outbox(db()))(mail);
      } catch (error) {
        if (!(error instanceof MailError)) throw error;
        log().warn({ detail: error.detail }, "a notice about an account could not be mailed");
      }
    }),
  );
}

function noticeMail(ctx: Ctx, to: string, name: NoticeName) {
  const { subject, what } = notices[name];
  const device = deviceOf(ctx.headers.get("user-agent"));
  const when = `${ctx.now().toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const place = ctx.clientAddress === "unknown" ? "" : `, from ${ctx.clientAddress}`;
  const how = `When and how: ${when}, with ${device}${place}.`;
  const url = `${env().appUrl}/${name === "deleted" || name === "address" ? "forgot-password" : "-/account"}`;
  const otherwise = "If it was not you, choose a new password at once and end all other sessions:";
  return {
    id: uuidv7(),
    to,
    subject,
    html: htmlDocument(subject, [
      `<p>${what}</p>`,
      `<p>${escapeHtml(how)}</p>`,
      `<p style="color:#52525b;font-size:13px">${otherwise} <a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`,
    ]),
    text: `${what}\n\n${how}\n\n${otherwise} ${url}\n`,
  };
}
