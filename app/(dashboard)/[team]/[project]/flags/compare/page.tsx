import { Layers } from "lucide-react";
import { createLoader, parseAsString } from "nuqs/server";
import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { knownAnswer, knownList, type Search } from "@/app/(dashboard)/known-list";
import { comparedPair, compareList, onlyDifferences } from "@/components/flags/compare-list";
import { CompareView } from "@/components/flags/compare-view";
import { flagTabs } from "@/components/flags/flags-list";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { KnownAnswers } from "@/components/ui/known-answers";
import { TabbedHeader } from "@/components/ui/page-header";
import { handleListEnvironments } from "@/lib/environments/list-environments";
import { handleCompareEnvironments } from "@/lib/flag-moves/compare-environments";

type Props = { params: Promise<{ team: string; project: string }>; searchParams: Search };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Compare environments");

const readPair = createLoader({ from: parseAsString, to: parseAsString });

export default async function ComparePage({ params, searchParams }: Props) {
  const { team, project } = await params;
  const { referenceId: projectId } = (await findProject(team, project)).project;
  const environments = await knownAnswer(handleListEnvironments, { projectId });
  const pair = comparedPair(environments.answer, readPair(await searchParams));
  const scope = pair && { projectId, from: pair.from.key, to: pair.to.key, ...onlyDifferences };
  const list = scope && (await knownList(compareList, handleCompareEnvironments, scope, searchParams));
  const base = `/${team}/${project}/flags`;
  return (
    <KnownAnswers known={[environments, ...(list ? [list] : [])]}>
      <TabbedHeader
        title="Flags"
        tabs={flagTabs(base)}
        description="How the global flags of two environments differ. What is tried in one can be promoted to the other. Flags of groups have the same defaults in all."
      />
      <CompareView
        projectId={projectId}
        base={base}
        alone={
          <EmptyState
            icon={<Layers />}
            title="One environment only"
            text="With a second one, such as Staging, flags are tried there first and promoted when they are ready."
            action={
              <Button variant="primary" href={`${base}/environments?new=1`}>
                New environment
              </Button>
            }
          />
        }
      />
    </KnownAnswers>
  );
}
