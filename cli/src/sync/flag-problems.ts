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
  const flags = flagsAfter(all);
  return changes.flatMap(({ local: { file, fields }, remote }) => {
    const issues = [
      ...globalIssues(fields, remote, environments),
      ...(fields.kind === "flag" ? groupFlagIssues(fields, remote, flags, segments) : []),
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

type Flags = ReadonlyMap<string, Fields>;

/** The groups, and their flags by `group key`, as files and project will have them. */
function flagsAfter({ local, remote }: Sides<RemoteFlag>): Flags {
  const after = new Map<string, Fields>();
  for (const { key, fields } of [...remote, ...local]) {
    if (fields.kind !== "global") after.set(key, { ...after.get(key), ...fields });
  }
  return after;
}

function groupFlagIssues(
  fields: Fields,
  remote: RemoteFlag | undefined,
  flags: Flags,
  segments: readonly string[],
): Issue[] {
  const { group, key } = fields;
  const isKnown = flags.has(`group ${group}`);
  const unknownGroup = {
    path: "group",
    message: "isn't a group of the project. Add a file of the kind group.",
  };
  const unknownSegments = [...segmentsOf(fields)].flatMap(([segment, path]) =>
    segments.includes(segment) ? [] : [{ path, message: `names no segment of the project: ${segment}` }],
  );
  const siblings = new Map(
    [...flags.values()]
      .filter((each) => each.kind === "flag" && each.group === group)
      .map((each) => [String(each.key), referencesOf(updateGroupFlag.body, each)]),
  );
  const needs = new Map(
    [...siblings].map(([each, { prerequisites }]) => [each, prerequisites.map(({ flagKey }) => flagKey)]),
  );
  const { prerequisites } = referencesOf(updateGroupFlag.body, fields);
  const unmet = prerequisiteIssues(String(key), prerequisites, siblings);
  const endless = unmet.length === 0 ? endlessIssue(needs, String(key)) : undefined;
  return [
    ...(isKnown || group === null ? [] : [unknownGroup]),
    ...flagRuleIssues(updateGroupFlag.body, fields, remote?.fields),
    ...unknownSegments,
    ...unmet,
    ...(endless ? [endless] : []),
  ];
}
