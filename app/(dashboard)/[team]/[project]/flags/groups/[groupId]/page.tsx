import {
  findGroup,
  type GroupParams,
  groupTitle,
} from "@/app/(dashboard)/[team]/[project]/flags/groups/find-group";
import { knownAnswer, knownList, type Search } from "@/app/(dashboard)/known-list";
import { GroupRoom } from "@/components/groups/group-room";
import { groupFlagsList } from "@/components/groups/groups-list";
import { recordsList } from "@/components/groups/records-list";
import { CurlSteps } from "@/components/mocks/curl-steps";
import { operationRequest } from "@/components/ui/curl-command";
import { KnownAnswers } from "@/components/ui/known-answers";
import { handleListEnvironments } from "@/lib/environments/list-environments";
import { getGroup } from "@/lib/groups/contract";
import { createGroupFlag } from "@/lib/groups/flag-changes/contract";
import { handleListGroupFlags } from "@/lib/groups/list-group-flags";
import { env } from "@/lib/platform/env/env";
import { createRecord } from "@/lib/records/contract";
import { handleListRecords } from "@/lib/records/list-records";

type Props = { params: GroupParams; searchParams: Search };

export const generateMetadata = ({ params }: Props) => groupTitle(params);

export default async function GroupPage({ params, searchParams }: Props) {
  const { projectId, group, base: projectBase } = await findGroup(params);
  const place = { projectId, groupId: group.id };
  const known = await Promise.all([
    knownList(groupFlagsList, handleListGroupFlags, place, searchParams),
    knownList(recordsList, handleListRecords, place, searchParams),
    knownAnswer(handleListEnvironments, { projectId }),
  ]);
  const { appUrl } = env();
  const flag = { name: "Beta", key: "beta", defaultEnabled: true, defaultPercentage: 25 };
  const record = { name: "Acme Inc.", metadata: { plan: "pro" } };
  return (
    <KnownAnswers known={[{ op: getGroup, input: place, answer: group }, ...known]}>
      <GroupRoom
        key={group.id}
        group={group}
        groupsBase={`${projectBase}/flags/groups`}
        appUrl={appUrl}
        keysHref={`${projectBase}/keys`}
        flagSteps={
          <CurlSteps
            label="A flag from your terminal"
            keysHref={`${projectBase}/keys`}
            steps={[
              {
                label: "Create it",
                request: operationRequest(appUrl, createGroupFlag, { ...place, ...flag }),
              },
            ]}
          />
        }
        recordSteps={
          <CurlSteps
            label="A record from your terminal"
            keysHref={`${projectBase}/keys`}
            steps={[
              {
                label: "Create it",
                request: operationRequest(appUrl, createRecord, { ...place, ...record }),
              },
            ]}
          />
        }
      />
    </KnownAnswers>
  );
}
