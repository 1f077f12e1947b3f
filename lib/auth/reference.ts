import { example, exampleTimes, queuedEmail, type Reference, success } from "@/lib/operations/reference";
import type * as contract from "./contract";

const user = {
  id: example.userId,
  name: "Ada",
  email: example.email,
  emailVerified: false,
  image: null,
  ...exampleTimes,
};
const signedIn = {
  body: { email: example.email, password: "correct horse battery" },
  answer: { redirect: false, user },
};
const attempts =
  "At most 60 attempts a minute from one address, 10 failed ones in 15 minutes for one e-mail address from one address, and 100 for one e-mail address from all addresses that it was never signed in to from; then 429. `POST /api/auth/request-password-reset` lets its owner in all the same.";

export const authReference: Reference<typeof contract> = {
  signUp: {
    description:
      "Makes the account and its personal team, and signs in: the answer sets the session cookie. An e-mail address that has an account is refused with 422, and a password that is among the most common ones or the person's own name or address with 400. Where the operator set `SIGN_UP=invited`, `invitation` has to be the token of an open invitation to this address, else 403, 404 or 410; with `SIGN_UP=closed` it is 403. At most 60 attempts a minute from one address.",
    body: { name: "Ada", email: example.email, password: "correct horse battery" },
    answer: { user },
  },
  signIn: {
    description: `Send the cookie that the answer sets with every later request. A wrong password and an unknown address are refused alike, with 401. ${attempts}`,
    ...signedIn,
  },
  signInAlias: {
    description: `Another path for \`POST /api/auth/sign-in/email\`, under the same limits. ${attempts}`,
    ...signedIn,
  },
  requestPasswordReset: {
    description:
      "Succeeds whether or not there is an account. The link works once, for an hour. At most 5 emails an hour to one address, then 429. If email isn't configured, the administrator finds the link in the outbox.",
    body: { email: example.email },
    answer: { ...success, email: "queued" },
  },
  resetPassword: {
    description:
      "Signs in, and the response sets the session cookie. All other sessions of the account are signed out, and every other link that was sent stops working. If the address was never verified and the browser isn't signed in to the account, its passkeys, providers and two-factor authentication are removed too, and its personal team becomes a shared one: the person who signed up may not have owned the address. A link from the administrator, where email isn't configured, doesn't verify the address. 410 for a link that was used or has expired, 400 for a password that sign-up would reject.",
    body: { token: "pB7xQ2mKz9RtYc4LvN8wHs1J", password: "correct horse battery" },
    answer: signedIn.answer,
  },
  signOut: {
    description:
      "Ends the session of the cookie, in every process, and takes the cookie away. Succeeds without a session, too.",
    answer: success,
  },
  getSession: {
    description:
      "Tells whose session the cookie is of and how long it lasts; `null` without a valid one. Never refuses.",
    answer: {
      session: {
        id: "0197f3a2-5b30-7f6e-8b21-c4d9e0a7f153",
        userId: example.userId,
        expiresAt: "2026-03-09T09:15:00.000Z",
        ipAddress: "203.0.113.7",
        userAgent: "curl/8.12.1",
        ...exampleTimes,
      },
      user,
    },
  },
  signInSocial: {
    description:
      "Answers with the provider's URL, which the browser has to open. 404 for a provider that isn't configured on this instance. 400 for a `callbackURL` or `errorCallbackURL` that isn't a path on this site.",
    body: { provider: "github", callbackURL: "/" },
    answer: {
      url: "https://github.com/login/oauth/authorize?client_id=Iv1.example&state=Xy7kP2",
      redirect: true,
    },
  },
  socialCallback: {
    description:
      "Not for clients: the provider sends the browser here with a code. Makes the account where there is none, sets the session cookie and leads on to `callbackURL`, or to `errorCallbackURL` with an `error`.",
    answer: undefined,
  },
  showSignInError: {
    description:
      "Not for clients. Its `error` is a code such as `account_not_linked`, which the page for signing in explains.",
    answer: undefined,
  },
  sendVerificationEmail: {
    description:
      "Sending releases and invitations by email requires a verified address, if email is configured. The link goes to the account's own address and works for 24 hours. At most 5 an hour, then 429. 409 if the address is already verified. `GET /api/account/emails` tells whether it was sent. Failed attempts are retried while the link works.",
    answer: { ...success, emailStatus: queuedEmail },
  },
  showVerification: {
    description:
      "Names the account and asks before anything happens, because email scanners open links too. 404 for a link that isn't from this instance, 410 for one that has expired.",
    answer: "<!doctype html><title>Verify ada@example.com?</title>",
  },
  verifyEmail: {
    description:
      "Needs a session of the account: 401 without one, 403 with a session of another account. Doing it twice succeeds. With `Accept: text/html`, the response is a page.",
    answer: success,
  },
};
