import { z } from "zod";
import { Password, PasswordNow } from "@/lib/auth/contract";
import { EmailStatus } from "@/lib/auth/emails/contract";
import { Name, Success, Timestamp } from "@/lib/operations/fields";
import { listQuery } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";

const tag = "Account";

/** What is asked again before something that takes an account away. */
const Proof = z.object({
  password: PasswordNow.optional().meta({
    description: "the account's password; an account without one needs a sign-in of the last ten minutes",
  }),
});
const provedErrors = ["forbidden", "rate_limited"] as const;

export const Account = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    hasPassword: z.boolean(),
    twoFactorEnabled: z.boolean(),
    providers: z
      .array(z.object({ id: z.enum(["github", "google"]), connected: z.boolean() }))
      .meta({ description: "those that this installation has, or had when they were connected" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Account" });

export const AccountSession = z
  .object({
    id: z.string(),
    device: z.string().meta({ description: "in words: Firefox on Linux" }),
    address: z.string().nullable().meta({ description: "from where it began" }),
    isCurrent: z.boolean().meta({ description: "whether this request belongs to it" }),
    createdAt: Timestamp,
    lastSeenAt: Timestamp.meta({ description: "to within some minutes" }),
    expiresAt: Timestamp,
  })
  .meta({ id: "AccountSession" });

export const getAccount = operation({
  id: "getAccount",
  method: "GET",
  path: "/api/account",
  tag,
  summary: "Get your account",
  access: "session",
  output: Account,
  versioned: true,
});
export const getAccountEmails = operation({
  id: "getAccountEmails",
  method: "GET",
  path: "/api/account/emails",
  tag,
  summary: "Get what became of the last emails with links to your account",
  access: "session",
  output: z
    .object({
      verification: EmailStatus.nullable().meta({ description: "the link that verifies your address" }),
      emailChange: EmailStatus.nullable().meta({ description: "the link sent to a new address" }),
    })
    .meta({ id: "AccountEmails" }),
});
export const updateAccount = operation({
  id: "updateAccount",
  method: "PUT",
  path: "/api/account",
  tag,
  summary: "Change your name",
  access: "session",
  body: z.object({ name: Name.optional() }),
  output: Account,
  versioned: true,
});
export const deleteAccount = operation({
  id: "deleteAccount",
  method: "DELETE",
  path: "/api/account",
  tag,
  summary: "Delete your account, your personal team and its projects",
  access: "session",
  body: Proof,
  output: Success,
  errors: ["conflict", ...provedErrors],
  callsOut: true,
  // The teams that stay have their entries, written in the transaction of the deletion.
  trail: false,
});

const Membership = z.object({ teamId: z.string(), name: z.string(), slug: z.string(), role: z.string() });

export const AccountExport = z
  .object({
    exportedAt: Timestamp,
    account: z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      emailVerified: z.boolean(),
      twoFactorEnabled: z.boolean(),
      createdAt: Timestamp,
      updatedAt: Timestamp,
      lastSeenAt: Timestamp.nullable(),
    }),
    signsInWith: z.array(z.object({ provider: z.string(), connectedAt: Timestamp })),
    passkeys: z.array(z.object({ name: z.string().nullable(), createdAt: Timestamp })),
    teams: z.array(Membership.extend({ isPersonal: z.boolean(), joinedAt: Timestamp })),
    sessions: z.array(
      z.object({
        address: z.string().nullable(),
        userAgent: z.string().nullable(),
        createdAt: Timestamp,
        lastSeenAt: Timestamp,
        expiresAt: Timestamp,
      }),
    ),
    keys: z.array(
      z.object({
        name: z.string(),
        prefix: z.string(),
        project: z.string(),
        createdAt: Timestamp,
        revokedAt: Timestamp.nullable(),
      }),
    ),
    invitationsMade: z.array(
      z.object({ team: z.string(), email: z.string(), role: z.string(), createdAt: Timestamp }),
    ),
    invitationsReceived: z.array(
      z.object({
        team: z.string(),
        role: z.string(),
        createdAt: Timestamp,
        acceptedAt: Timestamp.nullable(),
      }),
    ),
  })
  .meta({ id: "AccountExport" });

export const exportAccount = operation({
  id: "exportAccount",
  method: "GET",
  path: "/api/account/export",
  tag,
  summary: "Download what Fieldkit keeps of you",
  access: "session",
  output: AccountExport,
  headers: ["Content-Disposition"],
  errors: ["rate_limited"],
});
export const changePassword = operation({
  id: "changePassword",
  method: "POST",
  path: "/api/account/password",
  tag,
  summary: "Change your password and end all other sessions",
  access: "session",
  body: z.object({ currentPassword: PasswordNow.optional(), newPassword: Password }),
  output: Success,
  errors: provedErrors,
  secret: true,
  callsOut: true,
});
export const listSessions = operation({
  id: "listSessions",
  method: "GET",
  path: "/api/account/sessions",
  tag,
  summary: "List your sessions",
  access: "session",
  query: z.object(
    listQuery(AccountSession, {
      sorts: ["createdAt", "lastSeenAt"],
      sortedBy: "-lastSeenAt",
      searched: "what the device says of itself and the address",
    }),
  ),
  output: z.array(AccountSession),
  list: true,
});
export const endSession = operation({
  id: "endSession",
  method: "DELETE",
  path: "/api/account/sessions/:sessionId",
  tag,
  summary: "End one of your sessions",
  access: "session",
  output: Success,
});
export const endOtherSessions = operation({
  id: "endOtherSessions",
  method: "DELETE",
  path: "/api/account/sessions",
  tag,
  summary: "Sign out everywhere else, or everywhere",
  access: "session",
  query: z.object({
    current: z
      .enum(["keep", "end"])
      .default("keep")
      .meta({ description: "`end` also ends the session of this request" }),
  }),
  output: z.object({ ended: z.int() }),
});
