import { LRUCache } from "lru-cache";
import type { EnvironmentSnapshot } from "@/lib/environments/read-environments";
import { lazily, singleton } from "@/lib/platform/singleton";
import { bytesOf, type CountedBody, isKnown } from "./revalidated";
import type { ProjectFlags, RecordSnapshot } from "./snapshots";

/** Without a body where one was made only for the one who asked. */
type KeptAnswer = Omit<CountedBody, "body"> & { body: Buffer | undefined };
type ByEnvironment = ReadonlyMap<string | undefined, KeptAnswer>;
/** Answers for one record, made from snapshots of these versions. */
type Kept = { project: string; record: string; answers: ByEnvironment };

const MiB = 1024 * 1024;
/** A record's answers beyond this size are kept no longer when another is added. */
const recordBytesMax = 8 * MiB;
const entryBytes = 500;

/** By record, whose id is unique: a key made for each request would cost more than finding it. */
const bodies = lazily(() =>
  singleton(
    "resolved flags",
    () => new LRUCache<string, Kept>({ maxSize: 64 * MiB, sizeCalculation: keptBytesOf }),
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
 */
export function keptBody(source: Source, make: () => CountedBody): CountedBody {
  const known = knownAnswer(source);
  if (!known) {
    const made = make();
    const { body } = made;
    keep(source, { ...made, body: typeof body === "function" ? undefined : body });
    return made;
  }
  const { etag, body, others } = known;
  if (body) return known as CountedBody;
  return {
    ...{ etag, others },
    body() {
      const body = bytesOf(make());
      keep(source, { etag, others, body });
      return body;
    },
  };
}

function knownAnswer({ project, record, environment }: Source): KeptAnswer | undefined {
  const found = bodies().get(record.id);
  const isSame = found?.project === project.version && found.record === record.version;
  return isSame ? found.answers.get(environment?.id) : undefined;
}

/** Whether the answer takes no work. */
export function isAtHand(source: Source, headers: Pick<Headers, "get">): boolean {
  const known = knownAnswer(source);
  return known !== undefined && (known.body !== undefined || isKnown(headers, known.etag));
}

function keep({ project, record, environment }: Source, answer: KeptAnswer): void {
  const found = bodies().get(record.id);
  const isSame = found?.project === project.version && found.record === record.version;
  const none = { project: project.version, record: record.version, answers: nothing };
  const withAnswer = (former: Kept): Kept => ({
    ...former,
    answers: new Map(former.answers).set(environment?.id, answer),
  });
  const more = withAnswer(isSame ? found : none);
  bodies().set(record.id, keptBytesOf(more) > recordBytesMax ? withAnswer(none) : more);
}

const nothing: ByEnvironment = new Map();

function keptBytesOf({ answers }: Kept): number {
  let bytes = entryBytes;
  for (const { body, others } of answers.values()) {
    bytes += (body?.length ?? 0) + others.byteLength + entryBytes;
  }
  return bytes;
}
