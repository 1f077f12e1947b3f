import type { EnvironmentSnapshot } from "@/lib/environments/read-environments";
import { toEnvironmentName } from "@/lib/environments/to-environment";
import { type AnswerList, type CountedAnswer, exchange, insteadMax } from "@/lib/flag-use/use-counts";
import { entityTag } from "@/lib/operations/entity-tag";
import { lazily } from "@/lib/platform/singleton";
import { countedAnswer } from "./counted";
import { Decider } from "./decider";
import { type Decision, decisionOf, preparedOf } from "./decision";
import { overriddenFlags } from "./held-flags";
import type { CountedBody } from "./revalidated";
import type { GroupFlagSnapshot, ProjectFlags, RecordSnapshot } from "./snapshots";
import { type State, stateNumbers, stateOf } from "./state";
import type { PreparedTarget, Verdict } from "./targeting";

/** A flag in the JSON of its group, and its place among what the flag can come to instead of the usual. */
type Text = { bytes: Buffer; state: State; instead: number };
/** A flag for records without overrides: as it is for most of them, and by the verdicts that others had. */
type Member = {
  text: string;
  bytes: number;
  state: State;
  usual: number;
  prepared: PreparedTarget;
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
  project: ProjectFlags,
  record: RecordSnapshot,
  environment: EnvironmentSnapshot | undefined,
  decider = new Decider({ project, environment, key: record.id, record }),
): CountedBody {
  const { referenceId, groupFlags } = project;
  const subject = JSON.stringify({
    recordId: record.id,
    projectId: referenceId,
    environment: environment ? toEnvironmentName(environment) : null,
  });
  const head = Buffer.from(`${subject.slice(0, -1)},"flags":{`);
  const template = templateOf((environment && groupFlags.get(record.groupId)) ?? noFlags);
  const filling = {
    head,
    instead: insteadFor(template, decider, overriddenOf(template, decider, record, environment)),
  };
  const body = () => filled(template, filling);
  return {
    etag: tagOf(template, filling),
    body: template.bytes.length > smallBytesMax ? body : body(),
    others: Uint32Array.from(filling.instead, ({ number, text }) => exchange(number, text.instead)),
  };
}

function insteadFor(
  template: Template,
  decider: Decider,
  overridden: ReadonlyMap<number, Text>,
): Filling["instead"] {
  const instead: { number: number; text: Text }[] = [];
  for (const number of template.depending) {
    const member = template.members[number] as Member;
    if (overridden.has(number)) continue;
    const flag = template.flags[number] as GroupFlagSnapshot;
    const verdict = decider.verdictOf(flag, member.prepared);
    if (verdict === member.usual) continue;
    member.others[verdict] ??= textOf(flag, member, decided(flag, verdict));
    instead.push({ number, text: member.others[verdict] });
  }
  if (overridden.size === 0) return instead;
  for (const [number, text] of overridden) instead.push({ number, text });
  return instead.sort((a, b) => a.number - b.number);
}

/** What a record's overrides make of flags, by the flags' numbers. */
function overriddenOf(
  { flags, members, numbers }: Template,
  decider: Decider,
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
    overridden.set(number, textOf(flag, member, decider.decide(flag)));
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
    if (member.prepared.always === undefined || member.prepared.targeting) depending.push(number);
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

const decided = (flag: GroupFlagSnapshot, verdict: Verdict) => decisionOf(flag, verdict, "group-default");

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

function jsonOf({ key, enabled, rollout, source, isPlain, ...decision }: Decision): string {
  const more = isPlain ? "" : moreOf(decision);
  return `${JSON.stringify(key)}:{"enabled":${enabled},"rollout":${rollout},"source":"${source}"${more}}`;
}

function moreOf({
  value,
  variant,
  reason,
  rule,
  prerequisite,
}: Pick<Decision, "value" | "variant" | "reason" | "rule" | "prerequisite">) {
  return `,"value":${value},"variant":${JSON.stringify(variant)},"reason":"${reason}"${whyOf({ rule, prerequisite })}`;
}

/** What decided, as members of an object of JSON that follow others. */
export const whyOf = ({ rule, prerequisite }: Pick<Decision, "rule" | "prerequisite">) =>
  (rule === undefined ? "" : `,"rule":${JSON.stringify(rule)}`) +
  (prerequisite === undefined ? "" : `,"prerequisite":${JSON.stringify(prerequisite)}`);
