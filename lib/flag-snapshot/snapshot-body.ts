import type { EnvironmentSnapshot } from "@/lib/environments/read-environments";
import type { FlagSnapshot, JsonText } from "@/lib/evaluation/decision";
import type { GroupFlagSnapshot, ProjectFlags } from "@/lib/evaluation/snapshots";
import type { GlobalFlagSnapshot } from "@/lib/flags/known-flags";
import { groupOfKey } from "@/lib/ofrep/flags-of-subject";
import type { Steps } from "@/lib/platform/process/turns";
import type { SnapshotRecord, SnapshotRecords } from "./snapshot-records";

type Source = {
  project: ProjectFlags;
  environment: EnvironmentSnapshot;
  /** The environment's global flags by key. */
  globals: ReadonlyMap<string, GlobalFlagSnapshot>;
  records: SnapshotRecords;
};

/** Characters that become bytes in one step. */
const pieceChars = 64 * 1024;

/** The snapshot as JSON (`FlagSnapshot` of the contract), in steps. The same flags make the same bytes in every process. */
export function* snapshotBody(source: Source): Steps<Buffer> {
  const pieces: Buffer[] = [];
  let piece = "";
  for (const text of textsOf(source)) {
    piece += text;
    if (piece.length >= pieceChars) {
      pieces.push(Buffer.from(piece));
      piece = "";
    }
    yield;
  }
  pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

function* textsOf({ project, environment, globals, records }: Source): Generator<string> {
  const { referenceId, groups, groupFlags, segments } = project;
  yield `{"format":1,"projectId":${json(referenceId)},"environment":${json(environment.key)},"groups":`;
  let start = "[";
  for (const { id, key, prefix } of groups) {
    yield `${start}{"key":${json(key)},"prefix":${json(prefix)},"flags":`;
    yield* listOf(groupFlags.get(id) ?? [], flagText);
    yield "}";
    start = ",";
  }
  yield start === "[" ? "[]" : "]";
  yield ',"flags":';
  yield* listOf([...globals.values()].sort(byKey), flagText);
  yield ',"segments":';
  yield* listOf(
    [...segments].sort(byFirst),
    ([key, { json: conditions }]) => `{"key":${json(key)},${conditions.slice(1)}`,
  );
  yield ',"records":';
  const read = yield* reader(project);
  const listed: SnapshotRecord[] = [];
  for (const record of records.records) {
    if (read.isListed(record)) listed.push(record);
    yield "";
  }
  yield* listOf(listed, read.textOf);
  yield `,"isComplete":${records.isComplete}}`;
}

const json = JSON.stringify;
const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
const byFirst = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);

function* listOf<T>(items: Iterable<T>, textOf: (item: T) => string): Generator<string> {
  let start = "[";
  for (const item of items) {
    yield start + textOf(item);
    start = ",";
  }
  yield start === "[" ? "[]" : "]";
}

function flagText(flag: FlagSnapshot): string {
  const { key, enabled, rollout, rolloutBasisPoints, salt, values, variants, targeting } = flag;
  const share = `"enabled":${enabled},"rollout":${rollout},"rolloutBasisPoints":${rolloutBasisPoints}`;
  const pair = values && `{"on":${values.on},"off":${values.off}}`;
  const drawn = variants?.map(
    (each) => `{"key":${json(each.key)},"value":${each.value},"weight":${each.weight}}`,
  );
  const given = `"values":${pair},"variants":${drawn ? `[${drawn}]` : null},"targeting":${targeting ?? null}`;
  return `{"key":${json(key)},${share},"salt":${json(salt)},${given}}`;
}

/** Reads which records are decided otherwise than strangers of their ids, and what is said of them. */
function* reader(project: ProjectFlags) {
  const keysOfGroups = new Map(project.groups.map(({ id, key }) => [id, key]));
  const flags = new Map<string, GroupFlagSnapshot>();
  for (const held of project.groupFlags.values()) {
    for (const flag of held) flags.set(flag.id, flag);
    yield "";
  }
  const isListed = ({ id, groupId, metadata, overrides }: SnapshotRecord) =>
    keysOfGroups.has(groupId) &&
    (metadata !== null || overrides !== null || groupOfKey(project, id)?.id !== groupId);
  const textOf = ({ id, groupId, metadata, overrides }: SnapshotRecord): string => {
    const own = overrides?.flatMap(({ groupFlagId, enabled, rollout, rolloutBasisPoints, value }) => {
      const flag = flags.get(groupFlagId);
      if (!flag) return [];
      const share = json({ enabled, rollout, rolloutBasisPoints }).slice(0, -1);
      return `${json(flag.key)}:${share}${value === null ? "" : `,"value":${value}`}}`;
    });
    return `{"id":${json(id)},"group":${json(keysOfGroups.get(groupId))},"metadata":${metadata ?? "{}"},"overrides":{${own ?? ""}}}`;
  };
  return { isListed, textOf };
}

/** The fields of metadata that rules and segments ask for. In steps, because there may be thousands of rules. */
export function* askedFields({ groupFlags, segments }: ProjectFlags): Steps<string[]> {
  const fields = new Set<string>();
  const add = (text: JsonText) => {
    JSON.parse(text, (name, value) => {
      if (name === "attribute" && typeof value === "string") {
        // A field of that name, or one within another.
        fields.add(value).add(value.slice(0, (value.indexOf(".") + 1 || value.length + 1) - 1));
      }
      return value;
    });
  };
  for (const flags of groupFlags.values()) {
    for (const { targeting } of flags) {
      if (targeting) add(targeting);
      yield;
    }
  }
  for (const { json: conditions } of segments.values()) {
    add(conditions);
    yield;
  }
  return [...fields].sort();
}
