import type { EnvironmentSnapshot } from "@/lib/environments/read-environments";
import { Decider } from "./decider";
import type { Decision } from "./decision";
import type { GroupFlagSnapshot, ProjectFlags, RecordSnapshot } from "./snapshots";

/** What a record gets for every flag of its group in one environment, oldest flag first. */
export function resolveAll(
  project: ProjectFlags,
  record: RecordSnapshot,
  environment: EnvironmentSnapshot,
): Decision[] {
  const flags = project.groupFlags.get(record.groupId) ?? [];
  const decider = new Decider({ project, environment, key: record.id, record });
  return flags.map((flag: GroupFlagSnapshot) => decider.decide(flag));
}
