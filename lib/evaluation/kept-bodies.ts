import { LRUCache } from "lru-cache";
import type { EnvironmentSnapshot } from "@/lib/environments/read-environments";
import { lazily, singleton } from "@/lib/platform/singleton";
import { bytesOf, type Tagged } from "./revalidated";
import type { ProjectFlags, RecordSnapshot } from "./snapshots";

/** Without a body where one was made only for the one who asked. */
type Kept = { sourceVersions: string; etag: string; body: Buffer | undefined };

const bodies = lazily(() =>
  singleton(
    "resolved flags",
    () =>
      new LRUCache<string, Kept>({
        maxSize: 64 * 1024 * 1024,
        sizeCalculation: ({ body }) => (body?.length ?? 0) + 500,
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
 * and again. Of a body that is made when it is needed only the tag is kept at first: thousands of records that ask once
 * would drive out each other's, and those that have it already send the tag. It is kept once it is needed again.
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
  if (kept?.sourceVersions !== sourceVersions) {
    const made = make();
    const { etag, body } = made;
    bodies().set(key, { sourceVersions, etag, body: typeof body === "function" ? undefined : body });
    return made;
  }
  const { etag, body } = kept;
  if (body) return { etag, body };
  return {
    etag,
    body() {
      const body = bytesOf(make());
      bodies().set(key, { sourceVersions, etag, body });
      return body;
    },
  };
}
