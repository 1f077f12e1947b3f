import type { ReactNode } from "react";
import { teamsOfFrame } from "@/app/(dashboard)/find-project";
import { myTeams, teamAt } from "@/components/shell/shell-queries";
import { WorkspaceShell } from "@/components/shell/workspace-shell";
import { KnownAnswers } from "@/components/ui/known-answers";
import { currentUser } from "@/lib/api/load";
import { listTeams } from "@/lib/teams/contract";

/** Pages of one's own, which belong to no team. */
export default async function OwnLayout({ children }: { children: ReactNode }) {
  const known = [
    { op: listTeams, input: myTeams, answer: await teamsOfFrame() },
    { op: listTeams, input: teamAt(""), answer: [] },
  ];
  const user = await currentUser();
  return (
    <KnownAnswers known={known}>
      <WorkspaceShell user={{ name: user?.name ?? "", email: user?.email ?? "" }}>{children}</WorkspaceShell>
    </KnownAnswers>
  );
}
