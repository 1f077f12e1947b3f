import { cache } from "react";
import { findProject, titled } from "@/app/(dashboard)/find-project";
import { load } from "@/lib/api/load";
import { handleGetGroup } from "@/lib/groups/get-group";
import { handleGetRecord } from "@/lib/records/get-record";

export type GroupParams = Promise<{ team: string; project: string; groupId: string }>;
export type RecordParams = Promise<Awaited<GroupParams> & { recordId: string }>;

const findGroupOf = cache((projectId: string, groupId: string) =>
  load(handleGetGroup, { projectId, groupId }),
);

const findRecordOf = cache((projectId: string, groupId: string, recordId: string) =>
  load(handleGetRecord, { projectId, groupId, recordId }),
);

/** The group in a page's address, its project, and the address of the project's pages. */
export async function findGroup(params: GroupParams) {
  const { team, project: slug, groupId } = await params;
  const { project } = await findProject(team, slug);
  return {
    project,
    projectId: project.referenceId,
    group: await findGroupOf(project.referenceId, groupId),
    base: `/${team}/${slug}`,
  };
}

/** Like `findGroup`, with a record of the group as well. */
export async function findRecord(params: RecordParams) {
  const found = await findGroup(params);
  const { recordId } = await params;
  return { ...found, record: await findRecordOf(found.projectId, found.group.id, recordId) };
}

export function groupTitle(params: GroupParams) {
  return titled(async () => {
    const { group, project } = await findGroup(params);
    return `${group.name} · ${project.name}`;
  });
}

export function recordTitle(params: RecordParams) {
  return titled(async () => {
    const { record, project } = await findRecord(params);
    return `${record.name ?? record.id} · ${project.name}`;
  });
}
