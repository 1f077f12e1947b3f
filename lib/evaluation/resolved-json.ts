import type { EnvironmentSnapshot } from "@/lib/environments/read-environments";
import { toEnvironmentName } from "@/lib/environments/to-environment";
import { type Resolved, resolveOne } from "./resolve";
import { isOn, isOnForAll, type Rule, ruleFor } from "./rollout";
import { type GroupFlagSnapshot, overriddenFlags, type ProjectFlags, type RecordSnapshot } from "./snapshots";

/** One flag in the JSON of its group. Places are bytes. */
type Part = {
  flag: GroupFlagSnapshot;
  start: number;
  stop: number;
  /** Where `true` is, and the rule that says if it must be `false`; absent if that is so for no record or all. */
  depends: { at: number; rule: Rule } | undefined;
};

/** The members of `flags` for a record without overrides, as they are if everything that depends on a record is on. */
type Template = { bytes: Buffer; parts: readonly Part[]; numbers: ReadonlyMap<string, number> };

const [on, off] = [Buffer.from("true"), Buffer.from("false")];
const end = Buffer.from("}}");
const empty: Template = { bytes: Buffer.alloc(0), parts: [], numbers: new Map() };

/** By the flags of a group, which live for as long as none of them changes. */
const templates = new WeakMap<readonly GroupFlagSnapshot[], Template>();

/**
 * What the SDK endpoint answers. Records of a group differ in few bytes, so that ten thousand flags are copied in long
 * pieces between those, which takes a quarter of the time of making the JSON anew.
 */
export function resolvedJson(
  { referenceId, groupFlags }: ProjectFlags,
  record: RecordSnapshot,
  environment: EnvironmentSnapshot | undefined,
): Buffer {
  const subject = JSON.stringify({
    recordId: record.id,
    projectId: referenceId,
    environment: environment ? toEnvironmentName(environment) : null,
  });
  const head = Buffer.from(`${subject.slice(0, -1)},"flags":{`);
  const flags = environment && groupFlags.get(record.groupId);
  const template = flags ? templateOf(flags) : empty;
  const overridden = environment && overriddenParts(template, record, environment);
  return filled(template, { record, head, overridden });
}

type Filling = { record: RecordSnapshot; head: Buffer; overridden: Map<number, Buffer> | undefined };

/** The template between head and end, with what is different for the record. */
function filled({ bytes, parts }: Template, { record, head, overridden }: Filling): Buffer {
  let most = head.length + bytes.length + parts.length * (off.length - on.length) + end.length;
  for (const part of overridden?.values() ?? []) most += part.length;
  const json = Buffer.allocUnsafe(most);
  let length = head.copy(json);
  let from = 0;
  const replace = (start: number, stop: number, by: Buffer) => {
    length += bytes.copy(json, length, from, start);
    length += by.copy(json, length);
    from = stop;
  };
  let number = 0;
  for (const { start, stop, depends } of parts) {
    const part = overridden?.get(number);
    number += 1;
    if (part) replace(start, stop, part);
    else if (depends && !isOn(depends.rule, record.id)) replace(depends.at, depends.at + on.length, off);
  }
  length += bytes.copy(json, length, from);
  length += end.copy(json, length);
  return json.subarray(0, length);
}

/** What takes the places of flags, by their numbers, for which the record has overrides. */
function overriddenParts(
  { parts, numbers }: Template,
  record: RecordSnapshot,
  environment: EnvironmentSnapshot,
): Map<number, Buffer> | undefined {
  if (record.overrides.size === 0) return undefined;
  const overridden = new Map<number, Buffer>();
  for (const id of overriddenFlags(record, environment.id)) {
    const number = numbers.get(id);
    const part = number === undefined ? undefined : parts[number];
    if (number === undefined || !part) continue;
    overridden.set(number, Buffer.from(memberOf(resolveOne(part.flag, record, environment))));
  }
  return overridden;
}

function templateOf(flags: readonly GroupFlagSnapshot[]): Template {
  const known = templates.get(flags);
  if (known) return known;
  const parts: Part[] = [];
  const texts: string[] = [];
  let start = 0;
  for (const flag of flags) {
    const rule = ruleFor(flag, undefined);
    const always = isOnForAll(rule);
    const text = memberOf({
      key: flag.key,
      enabled: always ?? true,
      rollout: rule.rollout,
      source: "group-default",
    });
    const stop = start + Buffer.byteLength(text);
    const at = start + Buffer.byteLength(beginningOf(flag));
    parts.push({ flag, start, stop, depends: always === undefined ? { at, rule } : undefined });
    texts.push(text);
    start = stop + 1;
  }
  const made = {
    bytes: Buffer.from(texts.join(",")),
    parts,
    numbers: new Map(flags.map(({ id }, number) => [id, number])),
  };
  templates.set(flags, made);
  return made;
}

const beginningOf = ({ key }: { key: string }) => `${JSON.stringify(key)}:{"enabled":`;

const memberOf = ({ key, enabled, rollout, source }: Omit<Resolved, "switchedOn">) =>
  `${beginningOf({ key })}${enabled},"rollout":${rollout},"source":"${source}"}`;
