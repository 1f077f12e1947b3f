import type { EnvironmentSnapshot } from "@/lib/environments/read-environments";
import { toEnvironmentName } from "@/lib/environments/to-environment";
import { entityTag } from "@/lib/operations/entity-tag";
import { lazily } from "@/lib/platform/singleton";
import { type Decision, decisionOf, possibleOutcomes, preparedOf } from "./decision";
import { murmur3 } from "./murmur3";
import { resolveOne } from "./resolve";
import type { Tagged } from "./revalidated";
import { outcomes, outcomesFor, type PreparedFlag } from "./rollout";
import { type GroupFlagSnapshot, overriddenFlags, type ProjectFlags, type RecordSnapshot } from "./snapshots";

/** A flag in the JSON of its group as it is for some records, with a digest of that. */
type Text = { bytes: Buffer; digest: readonly [number, number] };
/** A flag for records without overrides: what it is for most of them, and by outcome. */
type Member = { usual: Text; texts: readonly (Text | undefined)[]; prepared: PreparedFlag };

/** The members of `flags` for a record without overrides, as they usually are. */
type Template = {
  bytes: Uint8Array;
  flags: readonly GroupFlagSnapshot[];
  members: readonly Member[];
  /** Where in the bytes each member begins. */
  starts: Int32Array;
  /** Two numbers for each member. */
  digests: Int32Array;
  /** The members that depend on the record, by their numbers. */
  depending: readonly number[];
  /** Places in the lists by the flags' ids. */
  numbers: () => ReadonlyMap<string, number>;
};

/** What is different for a record: members in the order of their numbers. */
type Filling = { head: Buffer; instead: readonly { number: number; text: Text }[] };

const end = Buffer.from("}}");

/** Up to this size an answer is made together with its tag. */
const smallBytesMax = 64 * 1024;

/** By the flags of a group, which live for as long as none of them changes. */
const templates = new WeakMap<readonly GroupFlagSnapshot[], Template>();
/** By a flag, which outlives changes of others. */
const knownMembers = new WeakMap<GroupFlagSnapshot, Member>();
const noFlags: GroupFlagSnapshot[] = [];

/**
 * What the SDK endpoint answers. Records of a group differ in few flags, so that ten thousand are copied in long pieces
 * between those. The entity tag is of the members' digests, so that it is another when they are others, and only then; who
 * has it already needs no copy.
 */
export function resolvedJson(
  { referenceId, groupFlags }: ProjectFlags,
  record: RecordSnapshot,
  environment: EnvironmentSnapshot | undefined,
): Tagged {
  const subject = JSON.stringify({
    recordId: record.id,
    projectId: referenceId,
    environment: environment ? toEnvironmentName(environment) : null,
  });
  const head = Buffer.from(`${subject.slice(0, -1)},"flags":{`);
  const template = templateOf((environment && groupFlags.get(record.groupId)) ?? noFlags);
  const filling = { head, instead: insteadFor(template, record, environment) };
  const body = () => filled(template, filling);
  return {
    etag: tagOf(template, filling),
    body: template.bytes.length > smallBytesMax ? body : body(),
  };
}

function insteadFor(
  template: Template,
  record: RecordSnapshot,
  environment: EnvironmentSnapshot | undefined,
): Filling["instead"] {
  const overridden = overriddenOf(template, record, environment);
  const outcomeOf = outcomesFor(record.id);
  const instead: { number: number; text: Text }[] = [];
  for (const number of template.depending) {
    const { usual, texts, prepared } = template.members[number] as Member;
    const text = texts[outcomeOf(prepared)];
    if (text && text !== usual && !overridden.has(number)) instead.push({ number, text });
  }
  if (overridden.size === 0) return instead;
  for (const [number, text] of overridden) instead.push({ number, text });
  return instead.sort((a, b) => a.number - b.number);
}

/** What a record's overrides make of flags, by the flags' numbers. */
function overriddenOf(
  { flags, numbers }: Template,
  record: RecordSnapshot,
  environment: EnvironmentSnapshot | undefined,
): ReadonlyMap<number, Text> {
  const overridden = new Map<number, Text>();
  if (!environment || record.overrides.size === 0) return overridden;
  for (const id of overriddenFlags(record, environment.id)) {
    const number = numbers().get(id);
    const flag = number === undefined ? undefined : flags[number];
    if (number === undefined || !flag) continue;
    overridden.set(number, textOf(resolveOne(flag, record, environment)));
  }
  return overridden;
}

function tagOf({ digests: usual }: Template, { head, instead }: Filling): string {
  const digests = usual.slice();
  for (const { number, text } of instead) digests.set(text.digest, 2 * number);
  return entityTag(Buffer.concat([new Uint8Array(digests.buffer), head]));
}

/** The template between head and end, with what is different for the record. */
function filled({ bytes, members, starts }: Template, { head, instead }: Filling): Buffer {
  let size = head.length + bytes.length + end.length;
  for (const { number, text } of instead) {
    size += text.bytes.length - (members[number] as Member).usual.bytes.length;
  }
  const json = Buffer.allocUnsafe(size);
  json.set(head);
  let length = head.length;
  let from = 0;
  const replace = (start: number, stop: number, by: Uint8Array) => {
    json.set(bytes.subarray(from, start), length);
    length += start - from;
    json.set(by, length);
    length += by.length;
    from = stop;
  };
  for (const { number, text } of instead) {
    const start = starts[number] as number;
    replace(start, start + (members[number] as Member).usual.bytes.length, text.bytes);
  }
  replace(bytes.length, bytes.length, end);
  return json;
}

function templateOf(flags: readonly GroupFlagSnapshot[]): Template {
  const known = templates.get(flags);
  if (known) return known;
  const members = flags.map(memberOf);
  const starts = new Int32Array(members.length);
  const digests = new Int32Array(2 * members.length);
  const depending: number[] = [];
  const bytes = new Uint8Array(
    members.reduce((sum, { usual }) => sum + usual.bytes.length + 1, 0) - Number(members.length > 0),
  );
  let start = 0;
  for (const [number, { usual, prepared }] of members.entries()) {
    if (start > 0) bytes[start - 1] = comma;
    bytes.set(usual.bytes, start);
    starts[number] = start;
    digests.set(usual.digest, 2 * number);
    if (prepared.always === undefined) depending.push(number);
    start += usual.bytes.length + 1;
  }
  const numbers = lazily(() => new Map(flags.map(({ id }, number) => [id, number])));
  const made = { flags, members, starts, digests, depending, bytes, numbers };
  templates.set(flags, made);
  return made;
}

const comma = 0x2c;

function memberOf(flag: GroupFlagSnapshot): Member {
  const known = knownMembers.get(flag);
  if (known) return known;
  const prepared = preparedOf(flag);
  const texts: Text[] = [];
  for (const outcome of possibleOutcomes(prepared)) {
    texts[outcome] = textOf(decisionOf(flag, outcome, "group-default"));
  }
  const usual = (texts[prepared.on] ?? texts[outcomes.off] ?? texts.at(-1)) as Text;
  const made = { usual, texts, prepared };
  knownMembers.set(flag, made);
  return made;
}

function textOf({ key, enabled, rollout, source, isPlain, value, variant }: Decision): Text {
  const more = isPlain ? "" : `,"value":${JSON.stringify(value)},"variant":${JSON.stringify(variant)}`;
  const text = `${JSON.stringify(key)}:{"enabled":${enabled},"rollout":${rollout},"source":"${source}"${more}}`;
  return { bytes: Buffer.from(text), digest: digestOf(text) };
}

/** 64 bits of a text, which need no more than tell its states apart. */
export const digestOf = (text: string): [number, number] => [murmur3(text) | 0, murmur3(`.${text}`) | 0];
