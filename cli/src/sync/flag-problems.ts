import { updateFlag } from "@/lib/flags/contract";
import { updateGroupFlag } from "@/lib/groups/flag-changes/contract";
import type { Issue } from "@/lib/operations/operation";
import { endlessIssue, prerequisiteIssues } from "@/lib/targeting/prerequisite-issues";
import { segmentsOfRules } from "@/lib/targeting/rule-issues";
import type { Api } from "../api";
import type { Change, Fields, FileProblem, Sides } from "./entry";
import { environmentsOf, within } from "./flag-files";
import { flagRuleIssues, referencesOf } from "./flag-rules";
import { pathOf, type RemoteFlag } from "./remote-flag";

/** Problems that the project would report for changes of flags, found before the first one is written. */
export async function flagProblems(
  api: Api,
  changes: readonly Change<RemoteFlag>[],
  all: Sides<RemoteFlag>,
): Promise<FileProblem[]> {
  if (changes.length === 0) return [];
  const environments = await keysOf(api, "environments");
  const hasSegments = changes.some(({ local: { fields } }) => segmentsOf(fields).size > 0);
  const segments = hasSegments ? await keysOf(api, "segments") : [];
  const groups = groupsAfter(all);
  return changes.flatMap(({ local: { file, fields }, remote }) => {
    const issues = [
      ...globalIssues(fields, remote, environments),
      ...(fields.kind === "flag" ? groupFlagIssues(fields, remote, groups, segments) : []),
    ];
    return issues.map((issue) => ({ file, ...issue }));
  });
}

async function keysOf(api: Api, rest: string): Promise<string[]> {
  return (await api.all<Fields>(await pathOf(api, rest))).map(({ key }) => String(key));
}

const segmentsOf = (fields: Fields) => segmentsOfRules(referencesOf(updateGroupFlag.body, fields).rules);

function globalIssues(fields: Fields, remote: RemoteFlag | undefined, environments: string[]): Issue[] {
  return environmentsOf(fields).flatMap(([name, each]) => {
    const place = `environments.${name}`;
    const message = `isn't an environment of the project. Available: ${environments.join(", ")}.`;
    const found = flagRuleIssues(updateFlag.body, each, remote?.rows.get(name)?.fields);
    return [
      ...(environments.includes(name) ? [] : [{ path: place, message }]),
      ...found.map((issue) => within(place, issue)),
    ];
  });
}

type Group = { flags: Map<string, ReturnType<typeof referencesOf>>; needs: Map<string, string[]> };

/** The groups by their keys, with what their flags refer to, as files and project will have them. */
function groupsAfter({ local, remote }: Sides<RemoteFlag>): ReadonlyMap<string, Group> {
  const after = new Map<string, Fields>();
  for (const { key, fields } of [...remote, ...local]) after.set(key, { ...after.get(key), ...fields });
  const groups = new Map<string, Group>();
  for (const fields of after.values()) {
    if (fields.kind === "group") groups.set(String(fields.key), { flags: new Map(), needs: new Map() });
  }
  for (const fields of after.values()) {
    const group = fields.kind === "flag" ? groups.get(String(fields.group)) : undefined;
    if (!group) continue;
    const references = referencesOf(updateGroupFlag.body, fields);
    group.flags.set(String(fields.key), references);
    group.needs.set(
      String(fields.key),
      references.prerequisites.map(({ flagKey }) => flagKey),
    );
  }
  return groups;
}

function groupFlagIssues(
  fields: Fields,
  remote: RemoteFlag | undefined,
  groups: ReadonlyMap<string, Group>,
  segments: readonly string[],
): Issue[] {
  const group = groups.get(String(fields.group));
  const unknownSegments = [...segmentsOf(fields)].flatMap(([segment, path]) =>
    segments.includes(segment) ? [] : [{ path, message: `names no segment of the project: ${segment}` }],
  );
  return [
    ...(group ? issuesOfNeeds(fields, group) : [unknownGroup]),
    ...flagRuleIssues(updateGroupFlag.body, fields, remote?.fields),
    ...unknownSegments,
  ];
}

const unknownGroup = {
  path: "group",
  message: "isn't a group of the project. Add a file of the kind group.",
};

function issuesOfNeeds(fields: Fields, { flags, needs }: Group): Issue[] {
  const key = String(fields.key);
  const { prerequisites } = referencesOf(updateGroupFlag.body, fields);
  const unmet = prerequisiteIssues(key, prerequisites, flags);
  const endless = unmet.length === 0 ? endlessIssue(needs, key) : undefined;
  return endless ? [endless] : unmet;
}
