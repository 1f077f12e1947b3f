import { Flag as FlagIcon } from "lucide-react";
import {
  findRecord,
  type RecordParams,
  recordTitle,
} from "@/app/(dashboard)/[team]/[project]/flags/groups/find-group";
import { byName } from "@/components/flags/flag-rows";
import { OverridesGrid } from "@/components/groups/overrides-grid";
import { RecordForm } from "@/components/groups/record-form";
import { RecordMenu } from "@/components/groups/record-menu";
import { toRecordName } from "@/components/groups/record-rows";
import { UseRecordCard } from "@/components/groups/use-record-card";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { RelativeTime } from "@/components/ui/relative-time";
import { load } from "@/lib/api/load";
import { handleListEnvironments } from "@/lib/environments/list-environments";
import { handleListGroupFlags } from "@/lib/groups/list-group-flags";
import { env } from "@/lib/platform/env/env";
import { handleListOverrides } from "@/lib/records/list-overrides";

type Props = { params: RecordParams };

export const generateMetadata = ({ params }: Props) => recordTitle(params);

export default async function RecordPage({ params }: Props) {
  const { projectId, group, record, base: projectBase } = await findRecord(params);
  const [groupFlags, environments, overrides] = await Promise.all([
    load(handleListGroupFlags, { projectId, groupId: group.id }),
    load(handleListEnvironments, { projectId }),
    load(handleListOverrides, { projectId, recordId: record.id }),
  ]);
  const flags = groupFlags.sort(byName);
  const base = `${projectBase}/flags/groups/${group.id}`;
  return (
    <>
      <PageHeader
        title={record.name ?? record.id}
        back={{ href: base, label: group.name }}
        actions={
          <RecordMenu
            record={toRecordName(record)}
            projectId={projectId}
            groupId={group.id}
            base={base}
            place="page"
          />
        }
        meta={
          <>
            <span className="flex min-w-0 items-center gap-1">
              <code className="min-w-0 break-all text-xs">{record.id}</code>
              <CopyButton text={record.id} what="record ID" />
            </span>
            <span>
              created <RelativeTime value={record.createdAt} />
            </span>
          </>
        }
      />
      <div key={record.id} className="flex flex-col gap-6">
        {flags.length > 0 ? (
          <section aria-label="Flags" className="flex flex-col gap-3">
            <h2 className="font-semibold text-ink text-lg">Flags</h2>
            <OverridesGrid
              projectId={projectId}
              record={record}
              flags={flags}
              environments={environments}
              overrides={overrides}
            />
          </section>
        ) : (
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
        )}
        <RecordForm projectId={projectId} record={record} />
        <UseRecordCard
          record={record}
          flags={flags}
          environments={environments}
          appUrl={env().appUrl}
          keysHref={`${projectBase}/keys`}
        />
      </div>
    </>
  );
}
