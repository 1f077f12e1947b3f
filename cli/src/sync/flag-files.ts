import type { z } from "zod";
import { type FlagType, type FlagVariant, roundedPercentage, typeProblem } from "@/lib/flag-values/contract";
import { updateFlag } from "@/lib/flags/contract";
import { updateGroup } from "@/lib/groups/contract";
import { updateGroupFlag } from "@/lib/groups/flag-changes/contract";
import type { Issue } from "@/lib/operations/operation";
import { type GivenConditions, toCondition } from "@/lib/targeting/contract";
import { checkFields, unknownField } from "./check-fields";
import { type Entry, type Fields, isFields, without } from "./entry";

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

/** The flag or group that a file describes. @param issues receives the file's problems */
export function flagEntry(content: Fields, issues: Issue[]): Entry | undefined {
  const { kind, key, group } = content;
  if (kind !== "global" && kind !== "group" && kind !== "flag") {
    issues.push({ path: "kind", message: "must be global, group or flag" });
    return undefined;
  }
  if (typeof key !== "string")
    issues.push({ path: "key", message: key === undefined ? "is missing" : "must be a string" });
  if (kind === "global") {
    const fields = { kind, key: key ?? null, environments: globalFields(content, issues) };
    return typeof key === "string" ? { key: `global ${key}`, fields } : undefined;
  }
  if (kind === "group") {
    const fields = checkFields(updateGroup.body, without(content, [...own, "kind"]), issues);
    return typeof key === "string" ? { key: `group ${key}`, fields: { kind, ...fields } } : undefined;
  }
  if (typeof group !== "string") {
    issues.push({ path: "group", message: group === undefined ? "is missing" : "must be a string" });
  }
  const fields = {
    kind,
    group: group ?? null,
    ...groupFlagFields(without(content, ["kind", "group"]), issues),
  };
  return typeof key === "string" && typeof group === "string"
    ? { key: `flag ${group} ${key}`, fields }
    : undefined;
}

function globalFields(content: Fields, issues: Issue[]): Fields {
  const names = ["kind", "key", "environments"];
  for (const name of Object.keys(without(content, own))) {
    if (!names.includes(name)) issues.push(unknownField([name], names));
  }
  const { environments } = content;
  if (!isFields(environments)) {
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

const within = (place: string, { path, message }: Issue): Issue => ({
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
  const fields = checkFields(schema, without(content, own), issues);
  if (issues.length > 0) return fields;
  issues.push(...rolloutIssues(fields), ...valueIssues(fields));
  return settingsOf(fields);
}

function rolloutIssues({ rolloutBasisPoints: points, rollout, defaultPercentage }: Fields): Issue[] {
  const percentage = rollout ?? defaultPercentage;
  if (typeof points !== "number" || percentage === undefined || percentage === roundedPercentage(points))
    return [];
  return [{ path: "rolloutBasisPoints", message: "contradicts the percentage beside it. Use one of them." }];
}

function valueIssues({ type, onValue, offValue, variants }: Fields): Issue[] {
  if (typeof type !== "string") return [];
  const values = [
    ["onValue", onValue] as const,
    ["offValue", offValue] as const,
    ...((variants ?? []) as FlagVariant[]).map(({ value }, at) => [`variants.${at}.value`, value] as const),
  ];
  return values.flatMap(([path, value]) => {
    const message = value === undefined ? undefined : typeProblem(value, type as FlagType);
    return message ? [{ path, message }] : [];
  });
}
