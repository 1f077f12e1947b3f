import { v4 as uuidv4 } from "uuid";
import { linkMail } from "@/lib/platform/mail/link-mail";
import type { Mail } from "@/lib/platform/mail/message";

/** Asks the owner of an address to verify it. None of it is written by the person who signed up. */
export const verificationMail = (to: string, url: string): Mail =>
  linkMail({
    ...{ id: uuidv4(), to, subject: "Verify your email address" },
    what: "Someone signed up for Fieldkit with this email address. If that was you, verify it.",
    link: { label: "Verify email address", url },
    note: "The link works for 24 hours, in a browser where you are signed in. If this wasn't you, open the link to take the account over, or ignore this email.",
  });
