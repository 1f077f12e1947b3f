"use client";

import { LogOut, ShieldCheck, ShieldMinus, UserMinus } from "lucide-react";
import { leaving } from "@/components/teams/leave-team";
import { type MemberRow, membersList } from "@/components/teams/members-list";
import type { RoomTeam } from "@/components/teams/members-room";
import type { RemoveMemberProps } from "@/components/teams/remove-member";
import { useWhyStays } from "@/components/teams/why-stays";
import { Badge } from "@/components/ui/badge";
import { actionsColumn } from "@/components/ui/columns";
import type { Column } from "@/components/ui/data-table";
import { messageOf } from "@/components/ui/form-problem";
import { laterPopup } from "@/components/ui/later-popup";
import { ListView } from "@/components/ui/list-view";
import { useWrite } from "@/components/ui/queries";
import { type MenuAction, RowMenu } from "@/components/ui/row-menu";
import { RelativeTime } from "@/components/ui/times";
import { useToast } from "@/components/ui/toast";
import { useList } from "@/components/ui/use-list";
import { updateMember } from "@/lib/teams/contract";

const RemoveMember = laterPopup<RemoveMemberProps>("dialog", () =>
  import("@/components/teams/remove-member").then((file) => file.RemoveMember),
);

type MembersViewProps = { team: RoomTeam; userId: string; mayChange: boolean };

export function MembersView({ team, userId, mayChange }: MembersViewProps) {
  const { reasonOf } = useWhyStays(team.id);
  const menu = (member: MemberRow) =>
    mayChange || member.userId === userId ? (
      <MemberMenu
        team={team}
        member={member}
        isSelf={member.userId === userId}
        mayChange={mayChange}
        reason={reasonOf(member.userId)}
      />
    ) : null;
  return (
    <ListView
      list={useList(membersList, { teamId: team.id })}
      columns={columnsOf(userId, menu)}
      rowId={(member) => member.userId}
      rowName={({ name }) => name}
      empty={null}
    />
  );
}

type MemberMenuProps = {
  team: RoomTeam;
  member: MemberRow;
  isSelf: boolean;
  mayChange: boolean;
  /** Why they stay, and stay an admin. */
  reason: string | undefined;
};

function MemberMenu({ team, member, isSelf, mayChange, reason }: MemberMenuProps) {
  const write = useWrite();
  const toast = useToast();
  const { userId, name, role } = member;
  const other = role === "admin" ? "member" : "admin";

  async function change() {
    try {
      await write(updateMember, { teamId: team.id, userId, role: other });
      toast.success(`${name} is ${other === "admin" ? "an admin" : "a member"} now`);
    } catch (error) {
      toast.error(`${name} keeps their role`, { description: messageOf(error) });
    }
  }

  const removal: MenuAction = {
    label: "Remove from the team",
    icon: UserMinus,
    danger: true,
    reason,
    dialog: (control) => <RemoveMember team={team} member={member} {...control} />,
  };
  return (
    <RowMenu
      name={name}
      place="row"
      actions={[
        mayChange && {
          label: other === "admin" ? "Make admin" : "Make member",
          icon: other === "admin" ? ShieldCheck : ShieldMinus,
          reason,
          onClick: () => void change(),
        },
        isSelf ? { ...leaving(team, userId, LogOut), reason } : removal,
      ]}
    />
  );
}

function columnsOf(self: string, menu: (member: MemberRow) => React.ReactNode): Column<MemberRow>[] {
  const time = { labelled: true, className: "whitespace-nowrap" };
  return [
    {
      id: "name",
      header: "Name",
      sort: "name",
      className: "max-w-64",
      cell: ({ userId, name }) => (
        <span className="flex flex-wrap items-center gap-1.5">
          <span className="break-words font-medium text-ink">{name}</span>
          {userId === self ? <Badge>you</Badge> : null}
        </span>
      ),
    },
    {
      id: "email",
      header: "Email",
      sort: "email",
      className: "max-w-72",
      cell: ({ email }) => <span className="break-all">{email}</span>,
    },
    {
      id: "role",
      header: "Role",
      labelled: true,
      cell: ({ role }) => <Badge tone={role === "admin" ? "green" : "neutral"}>{role}</Badge>,
    },
    {
      id: "since",
      header: "Member since",
      sort: "createdAt",
      ...time,
      cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
    },
    {
      id: "seen",
      header: "Last seen",
      ...time,
      // Own visits are recorded every few minutes only.
      cell: ({ userId, lastSeenAt }) =>
        userId === self ? (
          "just now"
        ) : lastSeenAt ? (
          <RelativeTime value={lastSeenAt} />
        ) : (
          <span className="text-ink-mute">not known</span>
        ),
    },
    actionsColumn(menu),
  ];
}
