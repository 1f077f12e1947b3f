import type { ReactNode } from "react";
import { findProject } from "@/app/(dashboard)/find-project";
import { ConfirmProtected } from "@/components/flags/confirm-protected";
import { FlagTeam } from "@/components/flags/flag-team";
import { ProductionGuard } from "@/components/flags/production-guard";

type Props = { params: Promise<{ team: string; project: string }>; children: ReactNode };

export default async function FlagsLayout({ params, children }: Props) {
  const { team, project: slug } = await params;
  const found = await findProject(team, slug);
  return (
    <FlagTeam teamId={found.team.id}>
      <ProductionGuard projectId={found.project.referenceId}>{children}</ProductionGuard>
      <ConfirmProtected />
    </FlagTeam>
  );
}
