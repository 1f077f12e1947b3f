/** A project with a key and a group, for each file of tests about the SDK endpoint. */
import { beforeAll } from "vitest";
import { send } from "./client";
import {
  bearer,
  createGroup,
  createGroupFlag,
  createKey,
  createRecord,
  createSite,
  done,
  type Environment,
  type FlagRecord,
  type Group,
  type GroupFlag,
  type Site,
} from "./fixtures";

export type Resolved = {
  recordId: string;
  projectId: string;
  environment: { id: string; name: string; key: string } | null;
  flags: Record<string, { enabled: boolean; rollout: number; source: string }>;
};

export let site: Site;
let other: Site;
export let key: string;
export let foreignKey: string;
export let group: Group;
export let production: Environment;
export let base: string;

/** Creates the site before the tests of the file that calls this. */
export function setUpSite(): void {
  beforeAll(async () => {
    [site, other] = await Promise.all([createSite(), createSite()]);
    const { owner, project } = site;
    base = `/api/projects/${project.referenceId}`;
    key = (await createKey(owner, project.referenceId)).key;
    foreignKey = (await createKey(other.owner, other.project.referenceId)).key;
    group = await createGroup(owner, project.referenceId);
    production = (await done<Environment[]>(owner.get(`${base}/environments`)))[0] as Environment;
  });
}

export const ask = (recordId: string, query = "", headers: Record<string, string> = {}) =>
  send({ path: `/api/flags/${recordId}${query}`, headers: { ...bearer(key), ...headers } });
export const resolve = (recordId: string, query = "") => done<Resolved>(ask(recordId, query));
export const overrideOf = (record: FlagRecord, flag: GroupFlag) =>
  `${base}/groups/${record.group.id}/records/${record.id}/values/${flag.id}`;

/** A group of its own with one flag and one record. */
export async function createPlace(fields: Record<string, unknown> = {}) {
  const { owner, project } = site;
  const place = await createGroup(owner, project.referenceId);
  const flag = await createGroupFlag(owner, place, { key: "beta", ...fields });
  const record = await createRecord(owner, place);
  return { place, flag, record };
}
