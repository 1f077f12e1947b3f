import {
  example,
  exampleTimes,
  queuedEmail,
  type Reference,
  sentEmail,
  success,
} from "@/lib/operations/reference";
import type * as contract from "./contract";

const team = {
  id: example.teamId,
  referenceId: example.teamReferenceId,
  name: "Acme",
  slug: "acme",
  isPersonal: false,
  role: "admin" as const,
  ...exampleTimes,
};
const member = {
  ...{ userId: example.userId, name: "Ada", email: example.email, role: "admin" as const },
  ...{ createdAt: example.createdAt, lastSeenAt: "2026-03-03T14:02:00.000Z", isOwner: false },
};
const invitation = {
  id: example.invitationId,
  email: "grace@example.com",
  role: "member" as const,
  ...{ state: "open" as const, createdBy: "Ada" },
  expiresAt: "2026-03-09T09:15:00.000Z",
  createdAt: example.createdAt,
  ...{ acceptedAt: null, revokedAt: null, emailStatus: sentEmail },
};
const link = {
  token: example.invitationToken,
  url: `http://localhost:3000/invitations/${example.invitationToken}`,
  ...{ mailed: true, emailStatus: queuedEmail },
};

export const teamReference: Reference<typeof contract> = {
  listTeams: {
    description:
      "Your personal team and the shared ones, each with your role in it. Needs a session: API keys belong to a project and are refused here.",
    answer: [team],
  },
  createTeam: {
    description:
      "You become its admin. The slug is unique over all teams: 409 when it is taken, 400 when the dashboard needs it for an address of its own.",
    body: { name: "Acme", slug: "acme" },
    answer: team,
  },
  getTeam: {
    description: "For members. A team that you do not belong to is answered 404, as one that does not exist.",
    answer: team,
  },
  updateTeam: {
    description:
      "For admins. Absent fields keep their value. The hosts of the team's projects stay, because they are made from `referenceId`; addresses of the dashboard and of public changelogs change with the slug.",
    body: { name: "Acme Inc." },
    answer: { ...team, name: "Acme Inc.", updatedAt: "2026-03-03T14:02:11.480Z" },
  },
  deleteTeam: {
    description:
      "For admins, and for good. A team that still has projects is kept (409): delete or move them first. A personal team cannot be deleted (409).",
    answer: success,
  },
  listMembers: {
    description:
      "For every member of the team, with each one's e-mail address and role, since when they are a member and when they were last seen.",
    answer: [member],
  },
  updateMember: {
    description:
      "For admins. Refused with 409 when it would leave the team without an admin, or take the role from the owner of a personal team. Who loses the role of an admin loses the open invitations that they made or that are for their address.",
    body: { role: "member" },
    answer: { ...member, role: "member" },
  },
  removeMember: {
    description:
      "Admins remove anybody; everybody may leave. Access ends at once, open streams included, and so do their open invitations: those they made and those for their address. The API keys that they made work on, unless an admin says `revokeKeys=true`; `GET …/members/:userId/keys` shows them. 409 for the last admin and for the owner of a personal team.",
    answer: success,
  },
  listInvitations: {
    description:
      "Lists pending invitations, unless `state` selects others. Their links are never shown again. Accepted, revoked and expired invitations are kept for 90 days.",
    answer: [invitation],
  },
  createInvitation: {
    description:
      "For admins. The answer is the only place that shows `url`: it works once, for 7 days, for the account with this email address. Fieldkit also sends it by email if a mail service is configured and you have verified your own address. `emailStatus` tells what became of that email, here and in the list. Failed attempts are retried for 24 hours. At most 30 an hour per person, then 429. A repeat with the same `Idempotency-Key` is 409.",
    body: { email: "grace@example.com", role: "member" },
    answer: { ...invitation, ...link },
  },
  deleteInvitation: {
    description:
      "For admins. The link stops working immediately. People who have already accepted stay in the team. The invitation is listed as `revoked` for 90 days.",
    answer: success,
  },
  sendInvitation: {
    description:
      "For admins. Creates a new link that works for 7 days, and sends it like the first one. The previous link is 404 from now on. Counts like a new invitation. 409 for a used or revoked invitation. A repeat with the same `Idempotency-Key` is 409.",
    answer: { ...invitation, ...link },
  },
  getInvitation: {
    description:
      "Shows the team, the inviter and the email address that can accept, to everyone with the link. Returns 404 for an unknown link, also for one that was replaced by sending the invitation again, and 410 when the invitation was used or revoked, or has expired. Counts like a sign-in of the caller's address.",
    answer: {
      ...{ teamName: team.name, invitedBy: "Ada", email: invitation.email },
      ...{ role: invitation.role, expiresAt: invitation.expiresAt },
    },
  },
  acceptInvitation: {
    description:
      "Lets you into the team with the invitation's role. A member keeps the role that they have. 403 for an account with another e-mail address than the invitation's. 410 when the invitation was used or revoked, or has expired.",
    answer: { ...team, role: "member" },
  },
};
