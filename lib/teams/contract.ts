import { z } from "zod";
import { EmailStatus } from "@/lib/auth/emails/contract";
import { Name, Slug, SlugQuery, Success, Timestamp } from "@/lib/operations/fields";
import { listQuery, Truth } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";
import { reservedNames } from "@/lib/platform/hosts/page-paths";

export const Role = z.enum(["admin", "member"], { error: "must be admin or member" });

export const Team = z
  .object({
    id: z.guid(),
    referenceId: z.string().meta({ description: "8 characters; prefix of the hosts of the team's projects" }),
    name: z.string(),
    slug: z.string(),
    isPersonal: z.boolean(),
    role: Role.meta({ description: "the caller's role" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Team" });

export const Member = z
  .object({
    userId: z.string(),
    name: z.string(),
    email: z.string(),
    role: Role,
    createdAt: Timestamp.meta({ description: "member since" }),
    lastSeenAt: Timestamp.nullable().meta({ description: "null: not known" }),
    isOwner: z.boolean().meta({ description: "whether this is their personal team, whose admin they stay" }),
  })
  .meta({ id: "Member" });

export const InvitationState = z.enum(["open", "accepted", "expired", "revoked"], {
  error: "must be one of open, accepted, expired, revoked",
});
export type InvitationState = z.output<typeof InvitationState>;

const shownOnce = { description: "only in the answers to its creation and to sending it again" };

export const Invitation = z
  .object({
    id: z.guid(),
    email: z.string(),
    role: Role,
    state: InvitationState,
    createdBy: z
      .string()
      .nullable()
      .meta({ description: "name of who made it or sent it last; null where that is not known" }),
    expiresAt: Timestamp,
    createdAt: Timestamp,
    acceptedAt: Timestamp.nullable(),
    revokedAt: Timestamp.nullable(),
    token: z.string().optional().meta(shownOnce),
    url: z.string().optional().meta(shownOnce),
    mailed: z
      .boolean()
      .optional()
      .meta({ description: "whether Fieldkit sends the link by email; only beside `url`" }),
    emailStatus: EmailStatus.nullable().meta({
      description: "what became of the email with the link; null if there was none in the last 30 days",
    }),
  })
  .meta({ id: "Invitation" });

/** What a link's owner may know before they are a member. */
export const InvitationOffer = z
  .object({
    teamName: z.string(),
    invitedBy: z.string().nullable().meta({ description: "a name; null where that is not known" }),
    email: z.string().meta({ description: "whose account can accept it" }),
    role: Role,
    expiresAt: Timestamp,
  })
  .meta({ id: "InvitationOffer" });

const TeamSlug = Slug.refine((slug) => !reservedNames.includes(slug), {
  error: "is reserved, choose another one",
});

const tag = "Teams";

export const listTeams = operation({
  id: "listTeams",
  method: "GET",
  path: "/api/teams",
  tag,
  summary: "List the teams that you belong to",
  access: "session",
  query: z.object({
    ...listQuery(Team, { sorts: ["createdAt", "name"], searched: "name and slug" }),
    slug: SlugQuery.optional(),
  }),
  output: z.array(Team),
  list: true,
});
export const createTeam = operation({
  id: "createTeam",
  method: "POST",
  path: "/api/teams",
  tag,
  summary: "Create a shared team",
  access: "session",
  body: z.object({ name: Name, slug: TeamSlug }),
  status: 201,
  output: Team,
  errors: ["conflict"],
});
export const getTeam = operation({
  id: "getTeam",
  method: "GET",
  path: "/api/teams/:teamId",
  tag,
  summary: "Get a team",
  access: "session",
  output: Team,
  versioned: true,
});
export const updateTeam = operation({
  id: "updateTeam",
  method: "PUT",
  path: "/api/teams/:teamId",
  tag,
  summary: "Rename a team or change its slug",
  access: "session",
  body: z.object({ name: Name.optional(), slug: TeamSlug.optional() }),
  output: Team,
  versioned: true,
  errors: ["conflict"],
});
export const deleteTeam = operation({
  id: "deleteTeam",
  method: "DELETE",
  path: "/api/teams/:teamId",
  tag,
  summary: "Delete a shared team that has no projects",
  access: "session",
  output: Success,
  errors: ["conflict"],
});
export const listMembers = operation({
  id: "listMembers",
  method: "GET",
  path: "/api/teams/:teamId/members",
  tag,
  summary: "List the members of a team",
  access: "session",
  query: z.object({
    ...listQuery(Member, { sorts: ["createdAt", "name", "email"], searched: "name and e-mail address" }),
    role: Role.optional(),
  }),
  output: z.array(Member),
  list: true,
});
export const updateMember = operation({
  id: "updateMember",
  method: "PUT",
  path: "/api/teams/:teamId/members/:userId",
  tag,
  summary: "Change a member's role",
  access: "session",
  body: z.object({ role: Role.optional() }),
  output: Member,
  errors: ["conflict"],
});
export const removeMember = operation({
  id: "removeMember",
  method: "DELETE",
  path: "/api/teams/:teamId/members/:userId",
  tag,
  summary: "Remove a member, or leave a team",
  access: "session",
  query: z.object({
    revokeKeys: Truth.optional().meta({
      description: "also revokes the API keys that they made or rolled in this team; for admins",
    }),
  }),
  output: Success,
  errors: ["conflict"],
});
export const listInvitations = operation({
  id: "listInvitations",
  method: "GET",
  path: "/api/teams/:teamId/invitations",
  tag,
  summary: "List the invitations of a team, the open ones unless another state is asked for",
  access: "session",
  query: z.object({
    ...listQuery(Invitation, { sorts: ["createdAt", "expiresAt", "email"], searched: "the e-mail address" }),
    state: InvitationState.optional(),
  }),
  output: z.array(Invitation),
  list: true,
});
export const createInvitation = operation({
  id: "createInvitation",
  method: "POST",
  path: "/api/teams/:teamId/invitations",
  tag,
  summary: "Invite somebody by a link",
  access: "session",
  body: z.object({
    email: z.email({ error: "must be an e-mail address" }).max(254),
    role: Role.default("member"),
  }),
  status: 201,
  output: Invitation,
  secret: true,
  errors: ["rate_limited"],
});
export const deleteInvitation = operation({
  id: "deleteInvitation",
  method: "DELETE",
  path: "/api/teams/:teamId/invitations/:invitationId",
  tag,
  summary: "Revoke an invitation",
  access: "session",
  output: Success,
});
export const sendInvitation = operation({
  id: "sendInvitation",
  method: "POST",
  path: "/api/teams/:teamId/invitations/:invitationId/send",
  tag,
  summary: "Send an invitation again, with a new link",
  access: "session",
  output: Invitation,
  secret: true,
  errors: ["conflict", "rate_limited"],
});
export const getInvitation = operation({
  id: "getInvitation",
  method: "GET",
  path: "/api/invitations/:token",
  tag,
  summary: "Look at an invitation that you have the link of",
  access: "public",
  output: InvitationOffer,
  errors: ["gone", "not_found", "rate_limited"],
});
export const acceptInvitation = operation({
  id: "acceptInvitation",
  method: "POST",
  path: "/api/invitations/:token/accept",
  tag,
  summary: "Accept an invitation",
  access: "session",
  output: Team,
  errors: ["gone", "forbidden"],
});
