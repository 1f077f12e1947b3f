import { Flag as FlagIcon } from "lucide-react";
import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { knownAnswer, knownList, type Search } from "@/app/(dashboard)/known-list";
import { CreateFlag } from "@/components/flags/create-flag";
import { flagsListOf, flagTabs } from "@/components/flags/flags-list";
import { FlagsView } from "@/components/flags/flags-view";
import { CurlSteps } from "@/components/mocks/curl-steps";
import { operationRequest } from "@/components/ui/curl-command";
import { EmptyState } from "@/components/ui/empty-state";
import { KnownAnswers } from "@/components/ui/known-answers";
import { TabbedHeader } from "@/components/ui/page-header";
import { handleListEnvironments } from "@/lib/environments/list-environments";
import { checkFlag, createFlag } from "@/lib/flags/contract";
import { handleListFlagKeys } from "@/lib/flags/list-flag-keys";
import { env } from "@/lib/platform/env/env";

type Props = { params: Promise<{ team: string; project: string }>; searchParams: Search };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Flags");

export default async function FlagsPage({ params, searchParams }: Props) {
  const { team, project } = await params;
  const { referenceId: projectId } = (await findProject(team, project)).project;
  const environments = await knownAnswer(handleListEnvironments, { projectId });
  const list = flagsListOf(environments.answer.length);
  const known = [environments, await knownList(list, handleListFlagKeys, { projectId }, searchParams)];
  const { appUrl } = env();
  return (
    <KnownAnswers known={known}>
      <TabbedHeader
        title="Flags"
        tabs={flagTabs(`/${team}/${project}/flags`)}
        description="Flags that apply to the whole project, per environment. To turn a flag on by rules, such as for a plan, add it to a group."
        actions={<CreateFlag projectId={projectId} label="New flag" />}
      />
      <FlagsView
        projectId={projectId}
        appUrl={appUrl}
        keysHref={`/${team}/${project}/keys`}
        empty={
          <EmptyState
            icon={<FlagIcon />}
            title="No flags yet"
            text="A flag is on or off in each environment, for everybody or for a share of them. Your code asks for it by its key."
            action={<CreateFlag projectId={projectId} label="Create your first flag" />}
          >
            <CurlSteps
              label="A flag from your terminal"
              keysHref={`/${team}/${project}/keys`}
              steps={firstSteps(projectId)}
            />
          </EmptyState>
        }
      />
    </KnownAnswers>
  );
}

function firstSteps(projectId: string) {
  const { appUrl } = env();
  const flag = { name: "New checkout", key: "new-checkout", enabled: true, rollout: 25 };
  const check = { projectId, flagKey: flag.key, targetingKey: "tenant-1" };
  return [
    {
      label: "Create it",
      request: operationRequest(appUrl, createFlag, { projectId, ...flag }),
    },
    { label: "Check it", request: operationRequest(appUrl, checkFlag, check) },
  ];
}
