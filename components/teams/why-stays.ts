"use client";

import { firstAdmins } from "@/components/teams/members-list";
import { useAnswer } from "@/components/ui/queries";
import { listMembers } from "@/lib/teams/contract";

/** Why somebody can't go, or be an admin no more, as the server would say it. */
export function useWhyStays(teamId: string) {
  const { data: admins = [] } = useAnswer(listMembers, firstAdmins(teamId));
  const isOwner = (userId: string) => admins.some((admin) => admin.userId === userId && admin.isOwner);
  return {
    isOwner,
    reasonOf(userId: string): string | undefined {
      if (isOwner(userId)) return "Whoever owns a personal team stays its admin.";
      const isLast = admins.length === 1 && admins[0]?.userId === userId;
      return isLast
        ? "The last admin of a team stays its admin. Make somebody else an admin first."
        : undefined;
    },
  };
}
