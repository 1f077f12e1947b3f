import { type ProjectRow, requireProject } from "@/lib/auth/access";
import { type GroupFlagRow, type GroupRow, requireGroup, requireGroupFlag } from "@/lib/groups/require-group";
import type { Ctx } from "@/lib/operations/context";
import { type RecordRow, requireRecord } from "./require-record";

type Path = { projectId: string; groupId: string; recordId: string; groupFlagId: string };
type Overridden = { project: ProjectRow; group: GroupRow; record: RecordRow; flag: GroupFlagRow };

/**
 * What an override belongs to. The group stays until the end of the transaction, so that its deletion keeps the override
 * too; the flag keeps its type and schema; and overrides of one record are changed one after the other.
 * @throws {AppError} `not_found`, and as access says
 */
export async function holdOverridden(ctx: Ctx, path: Path): Promise<Overridden> {
  const project = await requireProject(ctx, { referenceId: path.projectId });
  const group = await requireGroup(ctx, project.id, path.groupId, "key share");
  const flag = await requireGroupFlag(ctx, group.id, path.groupFlagId, "share");
  const record = await requireRecord(ctx, group.id, path.recordId, "no key update");
  return { project, group, record, flag };
}
