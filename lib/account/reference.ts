import { example, exampleTimes, type Reference, success } from "@/lib/operations/reference";
import type * as contract from "./contract";

const account = {
  id: example.userId,
  name: "Ada",
  email: example.email,
  emailVerified: true,
  hasPassword: true,
  twoFactorEnabled: false,
  providers: [{ id: "github" as const, connected: false }],
  ...exampleTimes,
};
const { createdAt } = example;
const expiresAt = "2026-03-09T09:15:00.000Z";
const address = "203.0.113.7";
const lastSeenAt = "2026-03-02T10:00:00.000Z";
const proof =
  "The password is asked again, under the same limits against guessing as at sign-in. An account without one needs a sign-in of the last ten minutes, else 403.";

export const accountReference: Reference<typeof contract> = {
  getAccount: {
    description: "Needs a session: API keys belong to a project and are refused here.",
    answer: account,
  },
  getAccountEmails: {
    description: "For pages that tell whether an email arrived. null if there was none in the last 30 days.",
    answer: {
      verification: {
        ...{ state: "queued" as const, error: "The mail server was not reached. Try again later." },
        ...{ attempts: 1, nextAttemptAt: example.createdAt, sentAt: null },
      },
      emailChange: null,
    },
  },
  updateAccount: {
    description:
      "Absent fields keep their value. The e-mail address is changed by `POST /api/account/email`.",
    body: { name: "Ada" },
    answer: account,
  },
  deleteAccount: {
    description: `Ends all sessions at once. The personal team goes with its projects, and so does every team that nobody else is in. While you are the only admin of a team with other members it is 409, which names those teams. ${proof} This cannot be undone.`,
    body: { password: "correct horse battery" },
    answer: success,
  },
  exportAccount: {
    description:
      "A JSON file with your account, your teams and roles, sessions, the keys that you made in teams that you are in, and invitations. Until your email address is verified, the file lists only the invitations you accepted. It has no password, no key and no code. At most 10 an hour.",
    answer: {
      exportedAt: lastSeenAt,
      account: {
        ...{ id: example.userId, name: "Ada", email: example.email, emailVerified: true },
        ...{ twoFactorEnabled: false, lastSeenAt, ...exampleTimes },
      },
      signsInWith: [{ provider: "password", connectedAt: createdAt }],
      passkeys: [],
      teams: [
        {
          ...{ teamId: example.teamId, name: "Acme", slug: "acme", role: "admin" },
          ...{ isPersonal: false, joinedAt: createdAt },
        },
      ],
      sessions: [{ address, userAgent: "Mozilla/5.0", createdAt, lastSeenAt, expiresAt }],
      keys: [{ name: "CI", prefix: "fk_Ab3x", project: "Shop", createdAt, revokedAt: null }],
      invitationsMade: [],
      invitationsReceived: [],
    },
  },
  changePassword: {
    description: `All other sessions are signed out, links for a new password or email address stop working, and the owner gets an email. ${proof} An account without a password gets one. 400 for a password that sign-up would reject.`,
    body: { currentPassword: "correct horse battery", newPassword: "a better horse battery" },
    answer: success,
  },
  listSessions: {
    description: "Those that have not ended, the last used first. `isCurrent` marks the one that asks.",
    answer: [
      {
        ...{ id: "0197f3a2-6c1e-7a44-8d0a-1e6f8b2c1a71", device: "Firefox on Linux", address },
        ...{ isCurrent: true, createdAt, lastSeenAt, expiresAt },
      },
    ],
  },
  endSession: {
    description:
      "It is signed out with its next request, and a requested change of the email address is canceled. 404 for a session that isn't yours.",
    answer: success,
  },
  endOtherSessions: {
    description:
      "Other sessions end, or all of them with `?current=end`. Links for a new password or email address and unfinished sign-ins stop working, and every IP address counts as new at the next sign-in. `ended` is the number of sessions.",
    answer: { ended: 2 },
  },
};
