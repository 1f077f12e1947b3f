import { Layers } from "lucide-react";
import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { FlagsHeader } from "@/components/flags/flags-header";
import { CreateGroup } from "@/components/groups/group-form";
import { GroupsTable } from "@/components/groups/groups-table";
import { CurlSteps } from "@/components/mocks/curl-steps";
import { EmptyState } from "@/components/ui/empty-state";
import { operationRequest } from "@/components/ui/operation-request";
import { load } from "@/lib/api/load";
import { createGroup } from "@/lib/groups/contract";
import { handleListGroups } from "@/lib/groups/list-groups";
import { env } from "@/lib/platform/env/env";

type Props = { params: Promise<{ team: string; project: string }> };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Flag groups");

export default async function GroupsPage({ params }: Props) {
  const { team, project } = await params;
  const { referenceId: projectId } = (await findProject(team, project)).project;
  const groups = await load(handleListGroups, { projectId });
  const flagsBase = `/${team}/${project}/flags`;
  const base = `${flagsBase}/groups`;
  const isEmpty = groups.length === 0;
  const create = (
    <CreateGroup
      projectId={projectId}
      base={base}
      label={isEmpty ? "Create your first group" : "New group"}
    />
  );
  const { appUrl } = env();
  return (
    <>
      <FlagsHeader
        base={flagsBase}
        description="Flags for each tenant, user or device by itself: a group has flags with defaults, and records that may differ from them."
        actions={isEmpty ? undefined : create}
      />
      {isEmpty ? (
        <EmptyState
          icon={<Layers />}
          title="No groups yet"
          text="A group holds the flags that its records get. One request tells a program all flags of one record."
          action={create}
        >
          <CurlSteps
            label="A group from your terminal"
            keysHref={`/${team}/${project}/keys`}
            steps={[
              {
                label: "Create it",
                private: true,
                request: operationRequest(appUrl, createGroup, { projectId, name: "Tenants" }),
              },
            ]}
          />
        </EmptyState>
      ) : (
        <GroupsTable groups={groups} base={base} />
      )}
    </>
  );
}
