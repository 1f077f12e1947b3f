import type { EnvironmentSnapshot } from "@/lib/environments/read-environments";
import { toEnvironmentName } from "@/lib/environments/to-environment";
import { type AnswerList, type CountedAnswer, exchange, insteadMax } from "@/lib/flag-use/use-counts";
import { entityTag } from "@/lib/operations/entity-tag";
import { lazily } from "@/lib/platform/singleton";
import { countedAnswer } from "./counted";
import { type Decision, decisionOf, preparedOf, type State, stateNumbers, stateOf } from "./decision";
import { resolveOne } from "./resolve";
import type { CountedBody } from "./revalidated";
import { outcomesFor, type PreparedFlag } from "./rollout";
import { type GroupFlagSnapshot, overriddenFlags, type ProjectFlags, type RecordSnapshot } from "./snapshots";

/** A flag in the JSON of its group, and its place among what the flag can come to instead of the usual. */
type Text = { bytes: Buffer; state: State; instead: number };
/** A flag for records without overrides: as it is for most of them, and by the outcomes that others had. */
type Member = {
  text: string;
  bytes: number;
  state: State;
  usual: number;
  prepared: PreparedFlag;
  counted: CountedAnswer;
  /** What counts the answers that others get. */
  instead: CountedAnswer[];
  others: Text[];
};

/** The members of `flags` for a record without overrides, as they usually are. */
type Template = {
  bytes: Uint8Array;
  flags: readonly GroupFlagSnapshot[];
  members: readonly Member[];
  /** Where in the bytes each member begins. */
  starts: Int32Array;
  /** Numbers for each member. */
  states: Int32Array;
  /** The members that depend on the record, by their numbers. */
  depending: readonly number[];
  /** Places in the lists by the flags' ids. */
  numbers: () => ReadonlyMap<string, number>;
  /** A hash of the flags' keys in their order. */
  keysTag: Buffer;
  list: AnswerList;
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
 * between those. The entity tag is of all that the bytes say, so that it is another when that is another, and only then; who
 * has it already needs no copy.
 */
export function resolvedJson(
  { referenceId, groupFlags }: ProjectFlags,
  record: RecordSnapshot,
  environment: EnvironmentSnapshot | undefined,
): CountedBody {
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
    others: Uint32Array.from(filling.instead, ({ number, text }) => exchange(number, text.instead)),
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
    const member = template.members[number] as Member;
    const outcome = outcomeOf(member.prepared);
    if (outcome === member.usual || overridden.has(number)) continue;
    const flag = template.flags[number] as GroupFlagSnapshot;
    member.others[outcome] ??= textOf(flag, member, decided(flag, outcome));
    instead.push({ number, text: member.others[outcome] });
  }
  if (overridden.size === 0) return instead;
  for (const [number, text] of overridden) instead.push({ number, text });
  return instead.sort((a, b) => a.number - b.number);
}

/** What a record's overrides make of flags, by the flags' numbers. */
function overriddenOf(
  { flags, members, numbers }: Template,
  record: RecordSnapshot,
  environment: EnvironmentSnapshot | undefined,
): ReadonlyMap<number, Text> {
  const overridden = new Map<number, Text>();
  if (!environment || record.overrides.size === 0) return overridden;
  for (const id of overriddenFlags(record, environment.id)) {
    const number = numbers().get(id);
    const flag = number === undefined ? undefined : flags[number];
    if (number === undefined || !flag) continue;
    const member = members[number] as Member;
    overridden.set(number, textOf(flag, member, resolveOne(flag, record, environment)));
  }
  return overridden;
}

/** Keys and states as bytes: the number of keys, which their tag stands for, says how many states there are. */
function tagOf({ keysTag, states: usual }: Template, { head, instead }: Filling): string {
  const states = instead.length > 0 ? usual.slice() : usual;
  for (const { number, text } of instead) states.set(text.state, stateNumbers * number);
  return entityTag(Buffer.concat([keysTag, new Uint8Array(states.buffer), head]));
}

/** The template between head and end, with what is different for the record. */
function filled({ bytes, members, starts }: Template, { head, instead }: Filling): Buffer {
  let size = head.length + bytes.length + end.length;
  for (const { number, text } of instead) size += text.bytes.length - (members[number] as Member).bytes;
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
    replace(start, start + (members[number] as Member).bytes, text.bytes);
  }
  replace(bytes.length, bytes.length, end);
  return json;
}

function templateOf(flags: readonly GroupFlagSnapshot[]): Template {
  const known = templates.get(flags);
  if (known) return known;
  const members = flags.map(memberOf);
  const starts = new Int32Array(members.length);
  const states = new Int32Array(stateNumbers * members.length);
  const depending: number[] = [];
  let start = 0;
  for (const [number, member] of members.entries()) {
    starts[number] = start;
    states.set(member.state, stateNumbers * number);
    if (member.prepared.always === undefined) depending.push(number);
    start += member.bytes + 1;
  }
  const bytes = Buffer.from(members.map(({ text }) => text).join(","));
  const made: Template = {
    ...{ flags, members, starts, states, depending },
    // A plain array is cut in half of the time.
    bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length),
    numbers: lazily(() => new Map(flags.map(({ id }, number) => [id, number]))),
    keysTag: Buffer.from(entityTag(JSON.stringify(flags.map(({ key }) => key)))),
    list: {
      answers: members.map(({ counted }) => counted),
      instead: members.map(({ instead }) => instead),
    },
  };
  templates.set(flags, made);
  return made;
}

function memberOf(flag: GroupFlagSnapshot): Member {
  const known = knownMembers.get(flag);
  if (known) return known;
  const prepared = preparedOf(flag);
  const usual = prepared.always ?? prepared.on;
  const decision = decided(flag, usual);
  const text = jsonOf(decision);
  const state = stateOf(decision, false);
  const counted = countedAnswer(flag, decision.variant);
  const bytes = Buffer.byteLength(text);
  const made = { text, bytes, state, usual, prepared, counted, instead: [], others: [] };
  knownMembers.set(flag, made);
  return made;
}

const decided = (flag: GroupFlagSnapshot, outcome: number) => decisionOf(flag, outcome, "group-default");

const textOf = (flag: GroupFlagSnapshot, member: Member, decision: Decision): Text => ({
  bytes: Buffer.from(jsonOf(decision)),
  state: stateOf(decision, false),
  instead: insteadIn(member, countedAnswer(flag, decision.variant)),
});

function insteadIn({ instead }: Member, counted: CountedAnswer): number {
  const known = instead.indexOf(counted);
  if (known >= 0) return known;
  return Math.min(instead.push(counted), insteadMax) - 1;
}

/** What counts the answers of a group that a record has, where nothing is another. */
export const answersOf = ({ groupFlags }: ProjectFlags, { groupId }: RecordSnapshot): AnswerList =>
  templateOf(groupFlags.get(groupId) ?? noFlags).list;

function jsonOf({ key, enabled, rollout, source, isPlain, value, variant }: Decision): string {
  const more = isPlain ? "" : `,"value":${value},"variant":${JSON.stringify(variant)}`;
  return `${JSON.stringify(key)}:{"enabled":${enabled},"rollout":${rollout},"source":"${source}"${more}}`;
}
