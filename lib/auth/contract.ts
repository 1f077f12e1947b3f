import { z } from "zod";
import { ErrorBody, Name, Success } from "@/lib/operations/fields";
import { operation } from "@/lib/operations/operation";
import { redirectPath } from "@/lib/platform/hosts/redirect-path";
import { authErrorCodes } from "./auth-error-codes";
import { EmailStatus } from "./emails/contract";

export const Email = z
  .email({ error: "must be an e-mail address" })
  .max(254, { error: "must have at most 254 characters" });
/** Shorter passwords are refused. */
export const passwordLengthMin = 8;
export const Password = z
  .string({ error: "must be a text" })
  .min(passwordLengthMin, { error: "must have at least 8 characters" })
  .max(128, { error: "must have at most 128 characters" });

export const User = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    emailVerified: z.boolean(),
    image: z.string().nullable(),
  })
  .meta({ id: "User" });

const Session = z
  .object({
    id: z.string(),
    userId: z.string(),
    expiresAt: z.string(),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: "Session" });

const SignedUp = z.object({ user: User }).meta({ id: "SignedUp" });
export const SignedIn = SignedUp.extend({
  redirect: z.boolean(),
  url: z.string().optional(),
}).meta({ id: "SignedIn" });
/** The password was right, and a code is wanted: the next step is `POST /api/auth/sign-in/two-factor`. */
const CodeWanted = z.object({ twoFactorRedirect: z.literal(true) }).meta({ id: "CodeWanted" });
const SignInStep = z.union([SignedIn, CodeWanted]).meta({ id: "SignInStep" });
export const AuthError = ErrorBody.extend({
  code: z.enum(authErrorCodes).meta({
    description: "as of `Error`, or what the sign-in library says; handle others by their status",
  }),
  message: z.string().optional().meta({ description: "the same as `error`" }),
}).meta({ id: "AuthError" });
/** A password that exists, whatever rules it was made by. */
export const PasswordNow = z
  .string({ error: "must be a text" })
  .min(1, { error: "must not be empty" })
  .max(128, { error: "must have at most 128 characters" });
const Credentials = z.object({
  email: Email,
  password: PasswordNow,
  rememberMe: z.boolean().optional(),
});

/** The token of an invitation's link. */
const InvitationToken = z
  .string({ error: "must be a text" })
  .max(200, { error: "must have at most 200 characters" })
  .optional()
  .meta({ description: "the token of an invitation's link, for installations that ask for one" });

/** Where the browser goes when it comes back from an identity provider. */
const RedirectTarget = z
  .string({ error: "must be a text" })
  .max(2000, { error: "must have at most 2000 characters" })
  .refine((target) => redirectPath(target) !== undefined, {
    error: "must be a path on this site, such as /team/project",
  })
  .meta({ description: "a path on this site" });

const tag = "Accounts";

export const signUp = operation({
  id: "signUp",
  method: "POST",
  path: "/api/auth/sign-up/email",
  tag,
  summary: "Create an account, with its personal team, and sign in",
  access: "public",
  body: z.object({ name: Name, email: Email, password: Password, invitation: InvitationToken }),
  output: SignedUp,
  errors: ["forbidden", "not_found", "gone", "unprocessable", "rate_limited"],
  secret: true,
  headers: ["Set-Cookie"],
  errorBody: AuthError,
});
export const signIn = operation({
  id: "signIn",
  method: "POST",
  path: "/api/auth/sign-in/email",
  tag,
  summary: "Sign in; the answer sets the session cookie",
  access: "public",
  body: Credentials,
  output: SignInStep,
  errors: ["unauthorized", "forbidden", "rate_limited"],
  secret: true,
  headers: ["Set-Cookie"],
  errorBody: AuthError,
});
export const signInAlias = operation({
  id: "signInAlias",
  method: "POST",
  path: "/api/auth/sign-in",
  tag,
  summary: "The same as /api/auth/sign-in/email",
  access: "public",
  body: Credentials,
  output: SignInStep,
  errors: ["unauthorized", "forbidden", "rate_limited"],
  secret: true,
  headers: ["Set-Cookie"],
  errorBody: AuthError,
});
export const requestPasswordReset = operation({
  id: "requestPasswordReset",
  method: "POST",
  path: "/api/auth/request-password-reset",
  tag,
  summary: "Send a link for a new password to an account's email address",
  access: "public",
  body: z.object({ email: Email }),
  output: Success.extend({
    email: z.enum(["not_configured", "queued", "delayed"]).meta({
      description:
        "says nothing about the account; not_configured: the instance has no mail service, and its administrator finds the email in the outbox; delayed: the mail service is failing, and Fieldkit retries for an hour",
    }),
  }),
  errors: ["forbidden", "rate_limited"],
  secret: true,
  errorBody: AuthError,
});
export const resetPassword = operation({
  id: "resetPassword",
  method: "POST",
  path: "/api/auth/reset-password",
  tag,
  summary: "Set a new password with the link that was sent, and sign in",
  access: "public",
  body: z.object({
    token: z.string({ error: "must be a text" }).min(1).max(200).meta({ description: "from the link" }),
    password: Password,
  }),
  output: SignInStep,
  errors: ["forbidden", "gone", "rate_limited"],
  secret: true,
  callsOut: true,
  trail: true,
  headers: ["Set-Cookie"],
  errorBody: AuthError,
});
export const signOut = operation({
  id: "signOut",
  method: "POST",
  path: "/api/auth/sign-out",
  tag,
  summary: "End the session",
  access: "public",
  output: z.object({ success: z.boolean() }),
  secret: true,
  errors: ["forbidden"],
  headers: ["Set-Cookie"],
  errorBody: AuthError,
});
export const getSession = operation({
  id: "getSession",
  method: "GET",
  path: "/api/auth/get-session",
  tag,
  summary: "Get the session of the cookie, or null",
  access: "public",
  output: z.object({ session: Session, user: User }).nullable(),
});
export const signInSocial = operation({
  id: "signInSocial",
  method: "POST",
  path: "/api/auth/sign-in/social",
  tag,
  summary: "Begin to sign in through GitHub or Google, where the operator configured them",
  access: "public",
  body: z.object({
    provider: z.enum(["github", "google"]),
    callbackURL: RedirectTarget.optional(),
    errorCallbackURL: RedirectTarget.optional(),
    invitation: InvitationToken,
  }),
  output: z.looseObject({ url: z.string(), redirect: z.boolean() }),
  secret: true,
  errors: ["forbidden", "not_found", "gone", "rate_limited"],
  headers: ["Set-Cookie"],
  errorBody: AuthError,
});
export const socialCallback = operation({
  id: "socialCallback",
  method: "GET",
  path: "/api/auth/callback/:provider",
  tag,
  summary: "Where an external identity provider sends the browser back to",
  access: "public",
  output: z.unknown(),
  status: 302,
  headers: ["Location"],
  errorBody: AuthError,
});
export const showSignInError = operation({
  id: "showSignInError",
  method: "GET",
  path: "/api/auth/error",
  tag,
  summary:
    "Where a browser ends whose sign-in failed: leads to the page for signing in, which says what to do",
  access: "public",
  output: z.unknown(),
  status: 302,
  headers: ["Location"],
});

export const sendVerificationEmail = operation({
  id: "sendVerificationEmail",
  method: "POST",
  path: "/api/auth/send-verification-email",
  tag,
  summary: "Send yourself a link to verify your email address",
  access: "session",
  output: Success.extend({ emailStatus: EmailStatus }),
  errors: ["conflict", "rate_limited"],
});

const verification = "/api/auth/verify-email/:verification";

export const showVerification = operation({
  id: "showVerification",
  method: "GET",
  path: verification,
  tag,
  summary: "Show the page that asks whether to verify an email address",
  access: "public",
  output: z.string(),
  produces: ["text/html"],
  errors: ["gone"],
});
export const verifyEmail = operation({
  id: "verifyEmail",
  method: "POST",
  path: verification,
  tag,
  summary: "Verify the email address of your account with the link that was sent to it",
  access: "public",
  output: Success,
  produces: ["application/json", "text/html"],
  errors: ["unauthorized", "forbidden", "gone"],
});
