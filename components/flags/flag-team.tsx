"use client";

import { createContext, type ReactNode, useContext } from "react";
import { useAnswer } from "@/components/ui/queries";
import { listMembers } from "@/lib/teams/contract";

const Team = createContext("");

/** Tells the rooms of flags whose members may own one. */
export const FlagTeam = ({ teamId, children }: { teamId: string; children: ReactNode }) => (
  <Team value={teamId}>{children}</Team>
);

/** Members at most that a flag can be given to here. */
const membersMax = 1000;

/** The members of the team by name; undefined until they are known. */
export function useTeamMembers() {
  const teamId = useContext(Team);
  const asked = { teamId, fields: ["userId", "name"] as const, sort: "name" as const, limit: membersMax };
  return useAnswer(
    listMembers,
    { ...asked, fields: [...asked.fields] },
    { enabled: teamId !== "", watch: false },
  ).data;
}
