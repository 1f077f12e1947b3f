import { v7 as uuidv7 } from "uuid";
import { linkMail } from "@/lib/platform/mail/link-mail";
import type { Mail } from "@/lib/platform/mail/message";

/** Goes to the new address. */
export const changeMail = (to: string, before: string, url: string): Mail =>
  linkMail({
    ...{ id: uuidv7(), to, subject: "Confirm your new email address" },
    what: `The owner of the Fieldkit account ${before} wants to use this email address instead.`,
    link: { label: "Confirm email address", url },
    note: "The link works once, for 24 hours. If this isn't your account, ignore this email. Nothing changes.",
  });

/** Goes to an address that already belongs to an account, so that the person who entered it learns nothing. */
export const takenMail = (to: string): Mail =>
  linkMail({
    ...{ id: uuidv7(), to, subject: "This email address already has an account" },
    what: "Someone tried to use this email address for another Fieldkit account. It already belongs to an account, which stays as it is.",
    note: "If this wasn't you, ignore this email.",
  });

/** Goes to the current address when a change is requested. */
export const requestedMail = (to: string, newEmail: string, how: string, url: string): Mail =>
  linkMail({
    ...{ id: uuidv7(), to, subject: "Your email address is about to change" },
    what: [
      `Someone requested to change the email address of your Fieldkit account to ${newEmail}. The change takes effect when the link sent there is confirmed.`,
      how,
    ],
    link: { label: "Cancel the change and sign out everywhere", url },
    note: "If this was you, there's nothing to do. If it wasn't, cancel the change, then reset your password.",
  });

/** Goes to the address that an account had until now. */
export const changedMail = (to: string, newEmail: string, how: string, url: string | undefined): Mail =>
  linkMail({
    ...{ id: uuidv7(), to, subject: "Your email address was changed" },
    what: [
      `Your Fieldkit account now has the email address ${newEmail}. This one can no longer sign in.`,
      how,
    ],
    ...(url !== undefined && { link: { label: "Restore this address and reset the password", url } }),
    note:
      url === undefined
        ? "This address was never verified, so it can't be restored. If this wasn't you, contact your administrator."
        : "If this was you, there's nothing to do. The link works once, for 7 days.",
  });

/** Goes to the address that an account loses when an earlier one is restored. It has no link: it may be an intruder's. */
export const restoredMail = (to: string): Mail =>
  linkMail({
    ...{ id: uuidv7(), to, subject: "Your email address was changed" },
    what: "The owner of the earlier email address of your Fieldkit account restored it. This address can no longer sign in.",
    note: "If you don't know why, contact your administrator.",
  });
