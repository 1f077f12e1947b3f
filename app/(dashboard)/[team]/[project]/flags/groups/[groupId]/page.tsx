import {
  findGroup,
  type GroupParams,
  groupTitle,
} from "@/app/(dashboard)/[team]/[project]/flags/groups/find-group";
import { GroupDot } from "@/components/groups/group-dot";
import { GroupMenu } from "@/components/groups/group-menu";
import { GroupRoom } from "@/components/groups/group-room";
import { toRecordName } from "@/components/groups/record-rows";
import { CurlSteps } from "@/components/mocks/curl-steps";
import { CopyButton } from "@/components/ui/copy-button";
import { operationRequest } from "@/components/ui/operation-request";
import { PageHeader } from "@/components/ui/page-header";
import { load } from "@/lib/api/load";
import { handleListEnvironments } from "@/lib/environments/list-environments";
import { createGroupFlag } from "@/lib/groups/contract";
import { handleListGroupFlags } from "@/lib/groups/list-group-flags";
import { env } from "@/lib/platform/env/env";
import { createRecord } from "@/lib/records/contract";
import { handleListRecords } from "@/lib/records/list-records";

type Props = { params: GroupParams };

export const generateMetadata = ({ params }: Props) => groupTitle(params);

export default async function GroupPage({ params }: Props) {
  const { projectId, group, base: projectBase } = await findGroup(params);
  const place = { projectId, groupId: group.id };
  const [flags, records, environments] = await Promise.all([
    load(handleListGroupFlags, place),
    load(handleListRecords, place),
    load(handleListEnvironments, { projectId }),
  ]);
  const groupsBase = `${projectBase}/flags/groups`;
  const { appUrl } = env();
  const flag = { name: "Beta", key: "beta", defaultEnabled: true, defaultPercentage: 25 };
  const record = { name: "Acme Inc.", metadata: { plan: "pro" } };
  return (
    <>
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
            <span className="flex min-w-0 items-center gap-1">
              <code className="min-w-0 break-all text-xs">{group.id}</code>
              <CopyButton text={group.id} what="group ID" />
            </span>
          </>
        }
      />
      <GroupRoom
        key={group.id}
        group={group}
        flags={flags}
        records={records.map(toRecordName)}
        environments={environments}
        base={`${groupsBase}/${group.id}`}
        flagSteps={
          <CurlSteps
            label="A flag from your terminal"
            keysHref={`${projectBase}/keys`}
            steps={[
              {
                label: "Create it",
                private: true,
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
                private: true,
                request: operationRequest(appUrl, createRecord, { ...place, ...record }),
              },
            ]}
          />
        }
      />
    </>
  );
}
