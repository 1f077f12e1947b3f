import type { z } from "zod";
import { flagTypes, roundedPercentage, typeProblem } from "@/lib/flag-values/contract";
import { updateFlag } from "@/lib/flags/contract";
import { updateGroup } from "@/lib/groups/contract";
import { updateGroupFlag } from "@/lib/groups/flag-changes/contract";
import type { Issue } from "@/lib/operations/operation";
import { type GivenConditions, toCondition } from "@/lib/targeting/contract";
import { checkFields, unknownField } from "./check-fields";
import { type Entry, type Fields, isFields, type Json, objectsIn, without } from "./entry";

/** Fields that the project sets, or that change without an edit. */
export const own = [
  "id",
  "projectId",
  "groupId",
  "salt",
  "environment",
  "createdAt",
  "updatedAt",
  "lastEvaluatedAt",
];

/** A rollout has two notations, of which the finer one decides. */
export function settingsOf(row: Fields): Fields {
  const fields = without(row, own);
  if (fields.rolloutBasisPoints === null) return without(fields, ["rolloutBasisPoints"]);
  if (fields.rolloutBasisPoints === undefined) return fields;
  return without(fields, ["rollout", "defaultPercentage"]);
}

export const environmentsOf = (fields: Fields): [string, Fields][] =>
  Object.entries((fields.environments ?? {}) as Record<string, Fields>);

const kinds = ["global", "group", "flag"] as const;
type FileKind = (typeof kinds)[number];

/** The flag or group that a file describes. @param issues receives the file's problems */
export function flagEntry(content: Fields, issues: Issue[]): Entry | undefined {
  const { key, group } = content;
  const kind = kinds.find((each) => each === content.kind);
  // A file without its kind may have other problems, which are better reported with it.
  const checkedAs = kind ?? likelyKind(content);
  if (!kind) {
    const rest = checkedAs ? `. The other fields were checked as those of the kind ${checkedAs}.` : "";
    issues.push({ path: "kind", message: `must be global, group or flag${rest}` });
  }
  requireText("key", key, issues);
  if (checkedAs === "flag") requireText("group", group, issues);
  const found: Issue[] = [];
  const fields = checkedAs ? fieldsOf[checkedAs](content, found) : {};
  issues.push(...found.filter(({ path }) => path !== "key" || typeof key === "string"));
  if (!kind || typeof key !== "string" || (kind === "flag" && typeof group !== "string")) return undefined;
  return { key: kind === "flag" ? `flag ${group} ${key}` : `${kind} ${key}`, fields };
}

function requireText(path: string, value: Json | undefined, issues: Issue[]): void {
  if (typeof value === "string") return;
  issues.push({ path, message: value === undefined ? "is missing" : "must be a string" });
}

/** The kind that the fields of a file without one most resemble. */
function likelyKind(content: Fields): FileKind | undefined {
  const [global, group, flag] = [updateFlag, updateGroup, updateGroupFlag].map(({ body }) => body.shape);
  const has = (shape: object = {}, ...others: (object | undefined)[]) =>
    Object.keys(content).some(
      (name) => Object.hasOwn(shape, name) && !others.some((each) => each && Object.hasOwn(each, name)),
    );
  if ("environments" in content || has(global, group, flag)) return "global";
  if ("group" in content || has(flag, group)) return "flag";
  return has(group, flag) ? "group" : undefined;
}

const fieldsOf: Record<FileKind, (content: Fields, issues: Issue[]) => Fields> = {
  global: (content, issues) => ({
    ...{ kind: "global", key: content.key ?? null },
    environments: globalFields(content, issues),
  }),
  group: (content, issues) => ({
    kind: "group",
    ...checkFields(updateGroup.body, without(content, [...own, "kind"]), issues),
  }),
  flag: (content, issues) => ({
    ...{ kind: "flag", group: content.group ?? null },
    ...groupFlagFields(without(content, ["kind", "group"]), issues),
  }),
};

function globalFields(content: Fields, issues: Issue[]): Fields {
  const names = ["kind", "key", "environments"];
  for (const name of Object.keys(without(content, own))) {
    if (!names.includes(name)) issues.push(unknownField([name], names));
  }
  const { environments } = content;
  if (!isFields(environments) || Object.keys(environments).length === 0) {
    const message =
      environments === undefined ? "is missing" : "must be an object with a key for each environment";
    issues.push({ path: "environments", message });
    return {};
  }
  return Object.fromEntries(
    Object.entries(environments).map(([name, fields]) => {
      const found: Issue[] = [];
      const checked = isFields(fields) ? decidingFields(updateFlag.body, fields, found) : {};
      if (!isFields(fields)) found.push({ path: "", message: "must be an object" });
      issues.push(...found.map((issue) => within(`environments.${name}`, issue)));
      return [name, checked];
    }),
  );
}

export const within = (place: string, { path, message }: Issue): Issue => ({
  path: path === "" ? place : `${place}.${path}`,
  message,
});

function groupFlagFields(content: Fields, issues: Issue[]): Fields {
  const fields = decidingFields(updateGroupFlag.body, content, issues);
  if (issues.length > 0 || !Array.isArray(fields.rules)) return fields;
  // The API returns conditions with all fields of their kind.
  const rules = (fields.rules as Fields[]).map((rule) => ({
    ...rule,
    conditions: (rule.conditions as unknown as GivenConditions).map(toCondition) as unknown as Fields[],
  }));
  return { ...fields, rules };
}

/** The fields of a flag that decide what it returns. */
function decidingFields(schema: z.ZodObject, content: Fields, issues: Issue[]): Fields {
  const found: Issue[] = [];
  const fields = checkFields(schema, without(content, own), found);
  const faulty = new Set(found.map(({ path }) => path.split(".", 1)[0] ?? ""));
  // Problems of one field don't hide those of others.
  found.push(...rolloutIssues(without(fields, [...faulty])));
  const known = found.map(({ path }) => path);
  found.push(...valueIssues(fields).filter(({ path }) => !known.includes(path)));
  issues.push(...found);
  return found.length > 0 ? fields : settingsOf(fields);
}

function rolloutIssues({ rolloutBasisPoints: points, rollout, defaultPercentage }: Fields): Issue[] {
  const percentage = rollout ?? defaultPercentage;
  if (typeof points !== "number" || percentage === undefined || percentage === roundedPercentage(points))
    return [];
  return [{ path: "rolloutBasisPoints", message: "contradicts the percentage beside it. Use one of them." }];
}

function valueIssues({ type, onValue, offValue, variants }: Fields): Issue[] {
  const expected = flagTypes.find((each) => each === type);
  if (!expected) return [];
  const values = [
    ["onValue", onValue] as const,
    ["offValue", offValue] as const,
    ...objectsIn(variants).map(({ value }, at) => [`variants.${at}.value`, value] as const),
  ];
  return values.flatMap(([path, value]) => {
    const message = value === undefined ? undefined : typeProblem(value, expected);
    return message ? [{ path, message }] : [];
  });
}
