import { Flag as FlagIcon } from "lucide-react";
import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { CreateFlag } from "@/components/flags/create-flag";
import { FlagsBoard } from "@/components/flags/flags-board";
import { FlagsHeader } from "@/components/flags/flags-header";
import { CurlSteps } from "@/components/mocks/curl-steps";
import { EmptyState } from "@/components/ui/empty-state";
import { operationRequest } from "@/components/ui/operation-request";
import { load } from "@/lib/api/load";
import { handleListEnvironments } from "@/lib/environments/list-environments";
import { checkFlag, createFlag } from "@/lib/flags/contract";
import { handleListFlags } from "@/lib/flags/list-flags";
import { env } from "@/lib/platform/env/env";

type Props = { params: Promise<{ team: string; project: string }> };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Flags");

export default async function FlagsPage({ params }: Props) {
  const { team, project } = await params;
  const { referenceId: projectId } = (await findProject(team, project)).project;
  const environments = await load(handleListEnvironments, { projectId });
  const flags = await Promise.all(
    environments.map(({ key }) => load(handleListFlags, { projectId, env: key })),
  );
  const base = `/${team}/${project}/flags`;
  const isEmpty = flags.every(({ length }) => length === 0);
  const create = (
    <CreateFlag
      projectId={projectId}
      environments={environments}
      label={isEmpty ? "Create your first flag" : "New flag"}
    />
  );
  return (
    <>
      <FlagsHeader
        base={base}
        description="Switches for the whole project, one in each environment."
        actions={isEmpty ? undefined : create}
      />
      {isEmpty ? (
        <EmptyState
          icon={<FlagIcon />}
          title="No flags yet"
          text="A flag is on or off in each environment, for everybody or for a share of them. Your code asks for it by its key."
          action={create}
        >
          <CurlSteps
            label="A flag from your terminal"
            keysHref={`/${team}/${project}/keys`}
            steps={firstSteps(projectId)}
          />
        </EmptyState>
      ) : (
        <FlagsBoard
          flags={flags.flat()}
          environments={environments}
          projectId={projectId}
          appUrl={env().appUrl}
          keysHref={`/${team}/${project}/keys`}
        />
      )}
    </>
  );
}

function firstSteps(projectId: string) {
  const { appUrl } = env();
  const flag = { name: "New checkout", key: "new-checkout", enabled: true, rollout: 25 };
  const check = { projectId, flagKey: flag.key, targetingKey: "tenant-1" };
  return [
    {
      label: "Create it",
      private: true,
      request: operationRequest(appUrl, createFlag, { projectId, ...flag }),
    },
    { label: "Check it", private: true, request: operationRequest(appUrl, checkFlag, check) },
  ];
}
