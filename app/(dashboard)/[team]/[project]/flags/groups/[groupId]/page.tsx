import {
  findGroup,
  type GroupParams,
  groupTitle,
} from "@/app/(dashboard)/[team]/[project]/flags/groups/find-group";
import { knownAnswer, knownList, type Search } from "@/app/(dashboard)/known-list";
import { GroupDot } from "@/components/groups/group-color";
import { GroupMenu } from "@/components/groups/group-menu";
import { GroupRoom } from "@/components/groups/group-room";
import { groupFlagsList, recordsList } from "@/components/groups/groups-list";
import { CurlSteps } from "@/components/mocks/curl-steps";
import { CopiedText } from "@/components/ui/copy-button";
import { operationRequest } from "@/components/ui/curl-command";
import { KnownAnswers } from "@/components/ui/known-answers";
import { PageHeader } from "@/components/ui/page-header";
import { handleListEnvironments } from "@/lib/environments/list-environments";
import { createGroupFlag } from "@/lib/groups/contract";
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
  const groupsBase = `${projectBase}/flags/groups`;
  const { appUrl } = env();
  const flag = { name: "Beta", key: "beta", defaultEnabled: true, defaultPercentage: 25 };
  const record = { name: "Acme Inc.", metadata: { plan: "pro" } };
  return (
    <KnownAnswers known={known}>
      <PageHeader
        title={group.name}
        description={group.description}
        back={{ href: groupsBase, label: "Groups" }}
        actions={<GroupMenu group={group} base={groupsBase} place="page" />}
        meta={
          <>
            <span className="flex min-w-0 items-center gap-1.5">
              <GroupDot color={group.color} />
              <code className="break-all text-xs">{group.key}</code>
            </span>
            <span>
              makes ids <code className="text-xs">{group.prefix}-…</code>
            </span>
            <CopiedText text={group.id} what="group ID" />
          </>
        }
      />
      <GroupRoom
        key={group.id}
        group={group}
        base={`${groupsBase}/${group.id}`}
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
