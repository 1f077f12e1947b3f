import { Flag as FlagIcon } from "lucide-react";
import {
  findRecord,
  type RecordParams,
  recordTitle,
} from "@/app/(dashboard)/[team]/[project]/flags/groups/find-group";
import { knownAnswer, knownList, type Search } from "@/app/(dashboard)/known-list";
import { type GroupFlag, recordFlagsList } from "@/components/groups/groups-list";
import { readOverrides } from "@/components/groups/override-setting";
import { RecordRoom } from "@/components/groups/record-room";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { KnownAnswers } from "@/components/ui/known-answers";
import { handleListEnvironments } from "@/lib/environments/list-environments";
import { handleListGroupFlags } from "@/lib/groups/list-group-flags";
import { env } from "@/lib/platform/env/env";
import { getRecord } from "@/lib/records/contract";
import { handleListOverrides } from "@/lib/records/list-overrides";

type Props = { params: RecordParams; searchParams: Search };

export const generateMetadata = ({ params }: Props) => recordTitle(params);

export default async function RecordPage({ params, searchParams }: Props) {
  const { projectId, group, record, base: projectBase } = await findRecord(params);
  const [list, environments] = await Promise.all([
    knownList(recordFlagsList, handleListGroupFlags, { projectId, groupId: group.id }, searchParams),
    knownAnswer(handleListEnvironments, { projectId }),
  ]);
  const { items } = list.answer as { items: GroupFlag[] };
  const overrides = await knownAnswer(handleListOverrides, readOverrides(projectId, record.id, items));
  const input = { projectId, groupId: group.id, recordId: record.id };
  const known = { op: getRecord, input, answer: record };
  const base = `${projectBase}/flags/groups/${group.id}`;
  return (
    <KnownAnswers known={[known, list, environments, overrides]}>
      <RecordRoom
        key={record.id}
        projectId={projectId}
        record={record}
        base={base}
        appUrl={env().appUrl}
        keysHref={`${projectBase}/keys`}
        empty={
          <EmptyState
            icon={<FlagIcon />}
            title={`${group.name} has no flags yet`}
            text="What this record gets is set here, once there is a flag."
            action={
              <Button href={base} variant="primary">
                Go to {group.name}
              </Button>
            }
          />
        }
      />
    </KnownAnswers>
  );
}
