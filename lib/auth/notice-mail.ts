import { v7 as uuidv7 } from "uuid";
import { db } from "@/db/database";
import type { Ctx } from "@/lib/operations/context";
import { env } from "@/lib/platform/env/env";
import { linkMail } from "@/lib/platform/mail/link-mail";
import { deviceOf } from "./device-of";
import { queueNow } from "./emails/queue-email";
import { noticeTopic } from "./emails/topics";
import { hasRate } from "./limits";

/** What the owner of an account is told. None of it is written by anybody else. */
const notices = {
  newPlace: {
    subject: "New sign-in to your account",
    what: "Someone signed in to your Fieldkit account from an IP address that it wasn't used from before.",
  },
  password: {
    subject: "Your password was changed",
    what: "The password of your Fieldkit account was changed. All other sessions were signed out.",
  },
  twoFactorOn: {
    subject: "Two-factor authentication is on",
    what: "Signing in to your Fieldkit account with your password now also requires a code.",
  },
  twoFactorOff: {
    subject: "Two-factor authentication is off",
    what: "Signing in to your Fieldkit account no longer requires a code.",
  },
  recoveryCodes: {
    subject: "You have new recovery codes",
    what: "New recovery codes were created for your Fieldkit account. The old ones no longer work.",
  },
  recoveryCodeUsed: {
    subject: "A recovery code was used",
    what: "Someone signed in to your Fieldkit account with one of its recovery codes. It can't be used again.",
  },
  passkey: {
    subject: "A passkey was added",
    what: "A new passkey can sign in to your Fieldkit account.",
  },
  passkeyRemoved: {
    subject: "A passkey was removed",
    what: "One of the passkeys of your Fieldkit account can no longer sign in.",
  },
  provider: {
    subject: "A sign-in provider was connected",
    what: "GitHub or Google can now sign in to your Fieldkit account. See which one in your account settings.",
  },
  providerRemoved: {
    subject: "A sign-in provider was disconnected",
    what: "GitHub or Google can no longer sign in to your Fieldkit account.",
  },
  deleted: {
    subject: "Your account was deleted",
    what: "Your Fieldkit account and everything that belonged only to it were deleted.",
  },
} as const;

export type NoticeName = keyof typeof notices;

/**
 * Tells the owner of an account what happened to it, after the response has left. Each kind of
 * notice has its own limit, so that many of one kind can't suppress another.
 */
export function mailNotice(ctx: Ctx, to: string, name: NoticeName): void {
  const mail = noticeMail(ctx, to, name);
  const { now } = ctx;
  ctx.after(() =>
    ctx.background(async () => {
      const isRoom = await hasRate({ db: db(), now }, "noticeMailsPerHour", name, to.toLowerCase());
      if (isRoom) await queueNow({ mail, topic: noticeTopic });
    }),
  );
}

/** When, with which browser and from where a request was made. */
export function circumstances(ctx: Ctx): string {
  const device = deviceOf(ctx.headers.get("user-agent"));
  const when = `${ctx.now().toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const place = ctx.clientAddress === "unknown" ? "" : ` from ${ctx.clientAddress}`;
  return `When and where: ${when}, with ${device}${place}.`;
}

function noticeMail(ctx: Ctx, to: string, name: NoticeName) {
  const { subject, what } = notices[name];
  const isGone = name === "deleted";
  return linkMail({
    ...{ id: uuidv7(), to, subject, what: [what, circumstances(ctx)] },
    ...(!isGone && { link: { label: "Review your account", url: `${env().appUrl}/-/account` } }),
    note: isGone
      ? "If this wasn't you, contact your administrator."
      : "If this wasn't you, change your password, and sign out everywhere else.",
  });
}
