import type { Page } from "@playwright/test";
import type { Environment, Flag } from "@/components/flags/flags-list";
import type { FlagRecord, Group, GroupFlag } from "@/components/groups/groups-list";
import type { CreatedKey } from "@/components/keys/key-once";
import { enterProject, type Project, send } from "./workspace";

const at = (project: Project) => `/api/projects/${project.referenceId}`;

export const makeEnvironment = (page: Page, project: Project, name: string): Promise<Environment> =>
  send(page, "POST", `${at(project)}/environments`, { name });

export const makeFlag = (page: Page, project: Project, fields: object): Promise<Flag> =>
  send(page, "POST", `${at(project)}/flags`, fields);

export const makeKey = (page: Page, project: Project, name = "Tests"): Promise<CreatedKey> =>
  send(page, "POST", `${at(project)}/api-keys`, { name });

export const makeGroup = (page: Page, project: Project, fields: object): Promise<Group> =>
  send(page, "POST", `${at(project)}/groups`, fields);

export const makeGroupFlag = (
  page: Page,
  project: Project,
  { id }: Group,
  fields: object,
): Promise<GroupFlag> => send(page, "POST", `${at(project)}/groups/${id}/flags`, fields);

export const makeRecord = (
  page: Page,
  project: Project,
  { id }: Group,
  fields: object,
): Promise<FlagRecord> => send(page, "POST", `${at(project)}/groups/${id}/records`, fields);

/** What a program gets: no cookie, a key, and the network in between. */
export async function asProgram(url: string, key: string) {
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
  return { status: answer.status, body: await answer.json() };
}

/** The flags of a record as the SDK endpoint answers a program; the status where it refuses. */
export async function sdkFlags(page: Page, recordId: string, key: string, query = "") {
  const { status, body } = await asProgram(new URL(`/api/flags/${recordId}${query}`, page.url()).href, key);
  return status === 200 ? body.flags : status;
}

export const productionQuestion = (page: Page) =>
  page.getByRole("alertdialog", { name: "Change Production?" });

/** Confirms a change in production, and all later ones of this session. */
export async function confirmProduction(page: Page): Promise<void> {
  await productionQuestion(page).getByLabel("Don’t ask again in this session").check();
  await productionQuestion(page).getByRole("button", { name: "Change it" }).click();
}

/** A project with a group, one flag and one record in it, a second environment and a key. */
export async function enterGroup(page: Page) {
  const { project, team, base } = await enterProject(page);
  await makeEnvironment(page, project, "Staging");
  const group = await makeGroup(page, project, { name: "Tenants", color: "#2563eb" });
  const flag = await makeGroupFlag(page, project, group, { name: "New checkout", key: "checkout" });
  const id = `tenant-${team.referenceId}`;
  const record = await makeRecord(page, project, group, { id, name: "Acme Inc." });
  const { key } = await makeKey(page, project);
  return { project, team, base, group, flag, record, key, groupBase: `${base}/flags/groups/${group.id}` };
}

type Place = { project: Project; group: Group; flag: GroupFlag; record: FlagRecord };

export const overrideInStaging = (page: Page, { project, group, flag, record }: Place) =>
  send(page, "PUT", `${at(project)}/groups/${group.id}/records/${record.id}/values/${flag.id}`, {
    enabled: true,
    environmentKey: "staging",
  });
