import { Layers } from "lucide-react";
import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { knownList, type Search } from "@/app/(dashboard)/known-list";
import { flagTabs } from "@/components/flags/flags-list";
import { CreateGroup } from "@/components/groups/create-group";
import { groupsList } from "@/components/groups/groups-list";
import { GroupsView } from "@/components/groups/groups-view";
import { CurlSteps } from "@/components/mocks/curl-steps";
import { operationRequest } from "@/components/ui/curl-command";
import { EmptyState } from "@/components/ui/empty-state";
import { KnownAnswers } from "@/components/ui/known-answers";
import { TabbedHeader } from "@/components/ui/page-header";
import { createGroup } from "@/lib/groups/contract";
import { handleListGroups } from "@/lib/groups/list-groups";
import { env } from "@/lib/platform/env/env";

type Props = { params: Promise<{ team: string; project: string }>; searchParams: Search };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Flag groups");

export default async function GroupsPage({ params, searchParams }: Props) {
  const { team, project } = await params;
  const { referenceId: projectId } = (await findProject(team, project)).project;
  const known = await knownList(groupsList, handleListGroups, { projectId }, searchParams);
  const flagsBase = `/${team}/${project}/flags`;
  const base = `${flagsBase}/groups`;
  const { appUrl } = env();
  const create = (label: string) => <CreateGroup projectId={projectId} base={base} label={label} />;
  return (
    <KnownAnswers known={[known]}>
      <TabbedHeader
        title="Flags"
        tabs={flagTabs(flagsBase)}
        description="Flags per tenant, user or device. A group defines flags with rules and defaults; each record can override them."
        actions={create("New group")}
      />
      <GroupsView
        projectId={projectId}
        base={base}
        empty={
          <EmptyState
            icon={<Layers />}
            title="No groups yet"
            text="A group holds the flags that its records get. One request tells a program all flags of one record."
            action={create("Create your first group")}
          >
            <CurlSteps
              label="A group from your terminal"
              keysHref={`/${team}/${project}/keys`}
              steps={[
                {
                  label: "Create it",
                  request: operationRequest(appUrl, createGroup, { projectId, name: "Tenants" }),
                },
              ]}
            />
          </EmptyState>
        }
      />
    </KnownAnswers>
  );
}
