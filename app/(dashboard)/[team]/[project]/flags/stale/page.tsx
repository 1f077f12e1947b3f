import { Leaf } from "lucide-react";
import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { knownList, type Search } from "@/app/(dashboard)/known-list";
import { flagTabs } from "@/components/flags/flags-list";
import { staleList } from "@/components/flags/stale-list";
import { StaleView } from "@/components/flags/stale-view";
import { EmptyState } from "@/components/ui/empty-state";
import { KnownAnswers } from "@/components/ui/known-answers";
import { TabbedHeader } from "@/components/ui/page-header";
import { handleListStaleFlags } from "@/lib/flags/list-stale-flags";

type Props = { params: Promise<{ team: string; project: string }>; searchParams: Search };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Stale flags");

export default async function StaleFlagsPage({ params, searchParams }: Props) {
  const { team, project } = await params;
  const { referenceId: projectId } = (await findProject(team, project)).project;
  const known = await knownList(staleList, handleListStaleFlags, { projectId }, searchParams);
  const base = `/${team}/${project}/flags`;
  return (
    <KnownAnswers known={[known]}>
      <TabbedHeader
        title="Flags"
        tabs={flagTabs(base)}
        description="Flags that nobody asks for, or that everybody has the same of: their code can go, then they can."
      />
      <StaleView
        projectId={projectId}
        base={base}
        empty={
          <EmptyState
            icon={<Leaf />}
            title="No stale flags"
            text="A flag shows here when nobody has asked for it in 30 days, or when everybody has had the same of it at 100 % for 60 days. Flags are counted from the day on that they are made here."
          />
        }
      />
    </KnownAnswers>
  );
}
