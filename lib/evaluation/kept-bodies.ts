import { LRUCache } from "lru-cache";
import type { EnvironmentSnapshot } from "@/lib/environments/read-environments";
import { lazily, singleton } from "@/lib/platform/singleton";
import type { Tagged } from "./revalidated";
import type { ProjectFlags, RecordSnapshot } from "./snapshots";

const bodies = lazily(() =>
  singleton(
    "resolved flags",
    () =>
      new LRUCache<string, Tagged & { sourceVersions: string }>({
        maxSize: 64 * 1024 * 1024,
        sizeCalculation: ({ body }) => body.length + 500,
      }),
  ),
);

type Source = {
  project: ProjectFlags;
  record: RecordSnapshot;
  environment: EnvironmentSnapshot | undefined;
};

/**
 * What a record is answered in one environment, kept for as long as both snapshots are the same, because SDKs ask again
 * and again.
 * @param form which of the answers it is
 */
export function keptBody(
  form: "sdk" | "ofrep",
  { project, record, environment }: Source,
  make: () => Tagged,
): Tagged {
  const key = `${form} ${environment?.id ?? project.projectId} ${record.id}`;
  const sourceVersions = `${project.version} ${record.version}`;
  const kept = bodies().get(key);
  if (kept?.sourceVersions === sourceVersions) return kept;
  const made = { ...make(), sourceVersions };
  bodies().set(key, made);
  return made;
}
