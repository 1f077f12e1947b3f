import type * as emailChange from "@/lib/account/email-change/contract";
import { example, exampleTimes, queuedEmail, type Reference, success } from "@/lib/operations/reference";
import type * as contract from "./contract";

const proof =
  "The password is asked again, under the same limits against guessing as at sign-in. An account without one needs a sign-in of the last ten minutes, else 403.";
const password = "correct horse battery";
const recoveryCodes = ["aB3dE-fG5hJ", "kL7mN-pQ9rS"];
const passkey = {
  id: "0197f3a2-7d1e-7b44-9d0a-2e6f8b2c1a72",
  name: "Laptop",
  isSynced: false,
  createdAt: example.createdAt,
};
const user = {
  ...{ id: example.userId, name: "Ada", email: example.email, emailVerified: true, image: null },
  ...exampleTimes,
};
const credential = { id: "q7Lr2XcV9mTz4WbN", type: "public-key" as const };

export const waysReference: Reference<typeof contract & typeof emailChange> = {
  prepareTwoFactor: {
    description: `Nothing changes before \`POST /api/account/two-factor/confirm\`. Secret and recovery codes are shown this once. ${proof} 409 while codes are on, and for an account without a password, whose sign-ins no code could follow.`,
    body: { password },
    answer: {
      uri: "otpauth://totp/Fieldkit:ada%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Fieldkit",
      secret: "JBSWY3DPEHPK3PXP",
      recoveryCodes,
    },
  },
  confirmTwoFactor: {
    description:
      "From now on a sign-in with the password is answered `twoFactorRedirect`, and a code has to follow. The session goes on with the cookie that this answer sets. Sign-ins through GitHub or Google, and with a passkey, ask for no code.",
    body: { code: "123456" },
    answer: success,
  },
  endTwoFactor: {
    description: `Recovery codes stop working too, and other sessions that signed in with a code are signed out. ${proof}`,
    body: { password },
    answer: success,
  },
  renewRecoveryCodes: {
    description: `Ten new ones, shown this once. ${proof} 409 while codes are off.`,
    body: { password },
    answer: { recoveryCodes },
  },
  signInTwoFactor: {
    description:
      "With the cookie that a sign-in with `twoFactorRedirect` has set, within ten minutes. Takes six digits or a recovery code, each of which works once. 401 for a wrong one, 410 when the first step has to be repeated, 409 while another code of the same sign-in is being judged. At most 10 wrong ones in 15 minutes for one account, then 429.",
    body: { code: "123456" },
    answer: { redirect: false, user },
  },
  listPasskeys: { description: "The oldest first. A person has at most 20 of them.", answer: [passkey] },
  preparePasskey: {
    description: `The answer is what \`navigator.credentials.create\` takes, in JSON, and works for five minutes with the cookie that is set. ${proof}`,
    body: { password },
    answer: { challenge: "q7Lr2XcV9mTz4WbN" },
  },
  addPasskey: {
    description:
      "`response` is what the browser's `navigator.credentials.create` gave, in JSON. 409 when it does not belong to the options that were asked for, or is there already.",
    body: { name: "Laptop", response: credential },
    answer: passkey,
  },
  renamePasskey: {
    description:
      "An absent name stays. It is for the list of passkeys, and changes nothing about signing in.",
    body: { name: "Laptop" },
    answer: passkey,
  },
  removePasskey: {
    description: `It can no longer sign in, and other sessions that it signed in are signed out. 409 if it's the only way to sign in to your account. ${proof}`,
    body: { password },
    answer: success,
  },
  preparePasskeySignIn: {
    description:
      "The answer is what `navigator.credentials.get` takes, in JSON, and works for five minutes with the cookie that is set.",
    answer: { challenge: "q7Lr2XcV9mTz4WbN" },
  },
  signInPasskey: {
    description:
      "`response` is what the browser's `navigator.credentials.get` gave, in JSON. Sets the session cookie. 401 for a passkey that is unknown here.",
    body: { response: credential },
    answer: { redirect: false, user },
  },
  requestEmailChange: {
    description: `The address changes when the link is confirmed. The link works once, for 24 hours, and only the latest one does. The current address gets an email with a link that cancels the change. The response is the same for an address that already has an account. ${proof} At most 5 emails an hour to one address.`,
    body: { newEmail: "grace@example.com", password },
    answer: { ...success, emailStatus: queuedEmail },
  },
  showEmailChange: {
    description:
      "Asks before anything happens, because email scanners open links too. 410 for a link that was used, has expired, or isn't the latest.",
    answer: "<!doctype html><title>Use grace@example.com from now on?</title>",
  },
  changeEmail: {
    description:
      "Other sessions are signed out, and every other link that was sent stops working. The previous address gets an email, with a link that restores it within 7 days. 410 for a link that was used, has expired, or isn't the latest; 409 if another account has the address now. With `Accept: text/html`, the response is a page.",
    answer: success,
  },
  showEmailChangeCancellation: {
    description:
      "Asks before anything happens, because email scanners open links too. 410 for a link that has expired.",
    answer: "<!doctype html><title>Cancel the email change?</title>",
  },
  cancelEmailChange: {
    description:
      "The link is in the email to the current address. All sessions are signed out. 410 if the change was already canceled or made. With `Accept: text/html`, the response is a page.",
    answer: success,
  },
  showEmailRestoration: {
    description:
      "Asks before anything happens, because email scanners open links too. 410 for a link that has expired.",
    answer: "<!doctype html><title>Restore ada@example.com?</title>",
  },
  restoreEmail: {
    description:
      "The link is in the email to the previous address and works once, for 7 days. All sessions are signed out, the password stops working, and passkeys, providers and two-factor authentication added since the change are removed. `resetUrl` is the page to choose a new password. 410 for a link that has expired; 409 if another account has verified the address since. With `Accept: text/html`, the response is a page.",
    answer: { ...success, resetUrl: "https://fieldkit.example.com/reset-password?token=pB7xQ2mKz9RtYc4L" },
  },
  connectProvider: {
    description: `Send the browser to \`url\`. It comes back to /-/account, with an \`error\` if connecting failed, and has to be signed in with the same session then. 404 if the provider isn't configured. ${proof}`,
    body: { password },
    answer: { url: "https://github.com/login/oauth/authorize?client_id=Iv1.example&state=Xy7kP2" },
  },
  disconnectProvider: {
    description: `It can no longer sign in, and other sessions that it signed in are signed out. 404 if it isn't connected, 409 if it's the only way to sign in to your account. ${proof}`,
    body: { password },
    answer: success,
  },
};
