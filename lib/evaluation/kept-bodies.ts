import { LRUCache } from "lru-cache";
import type { EnvironmentSnapshot } from "@/lib/environments/read-environments";
import { lazily, singleton } from "@/lib/platform/singleton";
import type { Tagged } from "./revalidated";
import type { ProjectFlags, RecordSnapshot } from "./snapshots";

/** Which of the answers it is. */
type Form = "sdk" | "ofrep";
type ByEnvironment = ReadonlyMap<string | undefined, Tagged>;
/** Answers for one record, made from snapshots of these versions. */
type Kept = { project: string; record: string } & Record<Form, ByEnvironment>;

const MiB = 1024 * 1024;
/** A record's answers beyond this size are kept no longer when another is added. */
const recordBytesMax = 8 * MiB;
const entryBytes = 500;

/** By record, whose id is unique: a key made for each request would cost more than finding it. */
const bodies = lazily(() =>
  singleton(
    "resolved flags",
    () => new LRUCache<string, Kept>({ maxSize: 64 * MiB, sizeCalculation: bytesOf }),
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
 */
export function keptBody(form: Form, { project, record, environment }: Source, make: () => Tagged): Tagged {
  const found = bodies().get(record.id);
  const kept = found?.project === project.version && found.record === record.version ? found : undefined;
  const known = kept?.[form].get(environment?.id);
  if (known) return known;
  const made = make();
  const none = { project: project.version, record: record.version, sdk: nothing, ofrep: nothing };
  const withMade = (former: Kept): Kept => ({
    ...former,
    [form]: new Map(former[form]).set(environment?.id, made),
  });
  const more = withMade(kept ?? none);
  bodies().set(record.id, bytesOf(more) > recordBytesMax ? withMade(none) : more);
  return made;
}

const nothing: ByEnvironment = new Map();

function bytesOf({ sdk, ofrep }: Kept): number {
  let bytes = entryBytes;
  for (const form of [sdk, ofrep]) for (const { body } of form.values()) bytes += body.length + entryBytes;
  return bytes;
}
