import type { EnvironmentSnapshot } from "@/lib/environments/read-environments";
import { toEnvironmentName } from "@/lib/environments/to-environment";
import { entityTag } from "@/lib/operations/entity-tag";
import { lazily } from "@/lib/platform/singleton";
import { type Resolved, resolveOne } from "./resolve";
import type { Tagged } from "./revalidated";
import { isOnFor, isOnForAll, type PreparedRule, prepared, type Rule, ruleFor } from "./rollout";
import { type GroupFlagSnapshot, overriddenFlags, type ProjectFlags, type RecordSnapshot } from "./snapshots";

/** One flag in the JSON of its group, for a record without overrides. */
type Member = {
  text: string;
  bytes: number;
  rule: Rule;
  /** Where, in bytes, `true` is. */
  at: number;
  /** What says if it must be `false`; absent if that is so for no record or all. */
  depends: PreparedRule | undefined;
};
/** The members of `flags` for a record without overrides, as they are if everything that depends on a record is on. */
type Template = {
  bytes: Uint8Array;
  flags: readonly GroupFlagSnapshot[];
  members: readonly Member[];
  /** Where in the bytes each member begins, and where its `true` is. */
  starts: Int32Array;
  switches: Int32Array;
  /** The members that depend on the record. */
  depending: readonly { number: number; rule: PreparedRule }[];
  /** Places in the lists by the flags' ids. */
  numbers: () => ReadonlyMap<string, number>;
  /** A hash of the flags' keys in their order. */
  keysTag: Buffer;
} & Values;

/** All that bytes say of flags besides their keys: if they are on, 1, or off, 0, with 2 for an override; and rollouts. */
type Values = { states: Uint8Array; rollouts: Int32Array };

/** What is different for a record. `overridden` has what its overrides make of flags, by their numbers. */
type Filling = Values & { head: Buffer; overridden: ReadonlyMap<number, Resolved> };

const overrideState = 2;
const [on, off] = [Buffer.from("true"), Buffer.from("false")];
const end = Buffer.from("}}");

/** Up to this size an answer is made together with its tag. */
const smallBytesMax = 64 * 1024;

/** By the flags of a group, which live for as long as none of them changes. */
const templates = new WeakMap<readonly GroupFlagSnapshot[], Template>();
/** By a flag, which outlives changes of others. */
const knownMembers = new WeakMap<GroupFlagSnapshot, Member>();
const noFlags: GroupFlagSnapshot[] = [];

/**
 * What the SDK endpoint answers. Records of a group differ in few bytes, so that ten thousand flags are copied in long
 * pieces between those. The entity tag is of the values that the bytes say, so that it is another when they are others, and
 * only then; who has it already needs no copy.
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
  const overridden = overriddenOf(template, record, environment);
  const { states, rollouts } = valuesFor(record, template, overridden);
  const filling = { head, overridden, states, rollouts };
  const body = () => filled(template, filling);
  return {
    etag: tagOf(template, filling),
    body: template.bytes.length > smallBytesMax ? body : body(),
  };
}

function valuesFor(record: RecordSnapshot, template: Template, overridden: Filling["overridden"]): Values {
  const states = template.states.slice();
  const isOn = isOnFor(record.id);
  for (const { number, rule } of template.depending) if (!isOn(rule)) states[number] = 0;
  const rollouts = overridden.size > 0 ? template.rollouts.slice() : template.rollouts;
  for (const [number, { enabled, rollout }] of overridden) {
    states[number] = overrideState + Number(enabled);
    rollouts[number] = rollout;
  }
  return { states, rollouts };
}

/** Keys and values as bytes: the number of keys, which their tag stands for, says how many values there are. */
function tagOf({ keysTag }: Template, { states, rollouts, head }: Filling): string {
  const { buffer, byteOffset, byteLength } = rollouts;
  return entityTag(Buffer.concat([keysTag, states, new Uint8Array(buffer, byteOffset, byteLength), head]));
}

/** The template between head and end, with what is different for the record. */
function filled(template: Template, { head, states, overridden }: Filling): Buffer {
  const { bytes, members, starts, switches, states: usual } = template;
  const instead = new Map(
    [...overridden].map(([number, resolved]) => [number, Buffer.from(textOf(resolved))]),
  );
  let most = head.length + bytes.length + members.length * (off.length - on.length) + end.length;
  for (const { length } of instead.values()) most += length;
  const json = Buffer.allocUnsafe(most);
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
  for (let number = 0; number < members.length; number += 1) {
    if (states[number] === usual[number]) continue;
    const text = instead.get(number);
    if (text) {
      const start = starts[number] as number;
      replace(start, start + (members[number] as Member).bytes, text);
    } else {
      const at = switches[number] as number;
      replace(at, at + on.length, off);
    }
  }
  replace(bytes.length, bytes.length, end);
  return json.subarray(0, length);
}

/** What a record has overrides for, by the flags' numbers. */
function overriddenOf(
  { flags, numbers }: Template,
  record: RecordSnapshot,
  environment: EnvironmentSnapshot | undefined,
): Filling["overridden"] {
  const overridden = new Map<number, Resolved>();
  if (!environment || record.overrides.size === 0) return overridden;
  for (const id of overriddenFlags(record, environment.id)) {
    const number = numbers().get(id);
    const flag = number === undefined ? undefined : flags[number];
    if (number !== undefined && flag) overridden.set(number, resolveOne(flag, record, environment));
  }
  return overridden;
}

function templateOf(flags: readonly GroupFlagSnapshot[]): Template {
  const known = templates.get(flags);
  if (known) return known;
  const members = flags.map(memberOf);
  const starts = new Int32Array(members.length);
  const switches = new Int32Array(members.length);
  const depending: { number: number; rule: PreparedRule }[] = [];
  let start = 0;
  for (const [number, { bytes, at, depends: rule }] of members.entries()) {
    starts[number] = start;
    switches[number] = start + at;
    if (rule) depending.push({ number, rule });
    start += bytes + 1;
  }
  const bytes = Buffer.from(members.map(({ text }) => text).join(","));
  const made: Template = {
    flags,
    members,
    starts,
    switches,
    depending,
    // A plain array is cut in half of the time.
    bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length),
    numbers: lazily(() => new Map(flags.map(({ id }, number) => [id, number]))),
    keysTag: Buffer.from(entityTag(JSON.stringify(flags.map(({ key }) => key)))),
    states: Uint8Array.from(members, ({ rule }) => Number(isOnForAll(rule) ?? true)),
    rollouts: Int32Array.from(members, ({ rule }) => rule.rollout),
  };
  templates.set(flags, made);
  return made;
}

function memberOf(flag: GroupFlagSnapshot): Member {
  const known = knownMembers.get(flag);
  if (known) return known;
  const rule = ruleFor(flag, undefined);
  const always = isOnForAll(rule);
  const { key } = flag;
  const text = textOf({ key, enabled: always ?? true, rollout: rule.rollout, source: "group-default" });
  const at = Buffer.byteLength(beginningOf(key));
  const depends = always === undefined ? prepared(rule) : undefined;
  const made = { text, bytes: Buffer.byteLength(text), rule, at, depends };
  knownMembers.set(flag, made);
  return made;
}

const beginningOf = (key: string) => `${JSON.stringify(key)}:{"enabled":`;

const textOf = ({ key, enabled, rollout, source }: Omit<Resolved, "switchedOn">) =>
  `${beginningOf(key)}${enabled},"rollout":${rollout},"source":"${source}"}`;
