import { example, exampleTimes, type Reference, success } from "@/lib/operations/reference";
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

export const waysReference: Reference<typeof contract> = {
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
  endTwoFactor: { description: `Recovery codes end, too. ${proof}`, body: { password }, answer: success },
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
    description: `It no longer signs in. 409 when it is the only way into your account. ${proof}`,
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
    description: `Nothing changes before the link is opened and confirmed; it works once, for a day, and only the latest one does. The answer is the same for an address that has an account. ${proof} At most 5 mails an hour to one address.`,
    body: { newEmail: "grace@example.com", password },
    answer: success,
  },
  showEmailChange: {
    description: "Asks before anything happens, because programs open links of mails too.",
    answer: "<!doctype html><title>Use grace@example.com from now on?</title>",
  },
  changeEmail: {
    description:
      "The address before is told. 410 for a link that was used, has expired or is not the latest; 409 when the address has got an account meanwhile. A browser, which says `Accept: text/html`, gets a page.",
    answer: success,
  },
  connectProvider: {
    description: `Send the browser to \`url\`; it comes back to /-/account, with an \`error\` if it did not work. 404 where the operator did not configure the provider. ${proof}`,
    body: { password },
    answer: { url: "https://github.com/login/oauth/authorize?client_id=Iv1.example&state=Xy7kP2" },
  },
  disconnectProvider: {
    description: `404 when it is not connected, 409 when it is the only way into your account. ${proof}`,
    body: { password },
    answer: success,
  },
};
