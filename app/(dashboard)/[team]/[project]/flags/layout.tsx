import type { ReactNode } from "react";
import { findProject } from "@/app/(dashboard)/find-project";
import { ProductionGuard } from "@/components/flags/production-guard";

type Props = { params: Promise<{ team: string; project: string }>; children: ReactNode };

export default async function FlagsLayout({ params, children }: Props) {
  const { team, project: slug } = await params;
  const { project } = await findProject(team, slug);
  return <ProductionGuard projectId={project.referenceId}>{children}</ProductionGuard>;
}
