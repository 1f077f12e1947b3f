import { defineList, type RowOf } from "@/components/ui/list-definition";
import { listInvitations, listMembers } from "@/lib/teams/contract";

export const membersList = defineList({
  op: listMembers,
  label: "Members",
  noun: ["member", "members"],
  placeholder: "Filter by name or e-mail",
  sort: "name",
});

export const invitationsList = defineList({
  op: listInvitations,
  label: "Invitations",
  noun: ["invitation", "invitations"],
  placeholder: "Filter by e-mail",
  sort: "-createdAt",
  prefix: "invited",
});

/** Two are enough to know whether somebody is the last; an owner is a personal team's first. */
export const firstAdmins = (teamId: string) => ({
  teamId,
  role: "admin" as const,
  sort: "createdAt" as const,
  limit: 2,
  fields: ["userId" as const, "isOwner" as const],
});

export type MemberRow = RowOf<typeof membersList> & { userId: string };
export type InvitationRow = RowOf<typeof invitationsList>;
