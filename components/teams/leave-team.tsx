"use client";

import type { LucideIcon } from "lucide-react";
import type { ReactElement } from "react";
import type { RoomTeam } from "@/components/teams/members-room";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { Control, MenuAction } from "@/components/ui/row-menu";
import { call } from "@/lib/operations/client";
import { removeMember } from "@/lib/teams/contract";

export type LeaveTeamProps = Partial<Control> & { team: RoomTeam; userId: string; trigger?: ReactElement };

/** Asks, leaves, and goes to the person's own team. */
export function LeaveTeam({ team, userId, ...control }: LeaveTeamProps) {
  async function leave() {
    // Nothing on this page may be read again, because nothing of the team can.
    await call(removeMember, { teamId: team.id, userId });
    window.location.assign("/");
  }
  return (
    <ConfirmDialog
      title={`Leave “${team.name}”?`}
      description="You'll lose access to this team's projects immediately. Your personal API keys are revoked. Project keys you created keep working. To rejoin, you'll need a new invitation."
      confirmLabel="Leave team"
      onConfirm={leave}
      {...control}
    />
  );
}

/** The action of a menu that does this. */
export const leaving = (team: RoomTeam, userId: string, icon: LucideIcon): MenuAction => ({
  label: "Leave team",
  icon,
  danger: true,
  dialog: (control) => <LeaveTeam team={team} userId={userId} {...control} />,
});
