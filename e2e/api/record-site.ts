/** A group and two environments, for each file of tests about records. */
import { beforeAll } from "vitest";
import {
  createEnvironment,
  createGroup,
  createRecord,
  createSite,
  done,
  type Environment,
  type Group,
  type Site,
} from "./fixtures";

export let site: Site;
export let group: Group;
export let path: string;
export let production: Environment;
export let staging: Environment;

/** Creates the site before the tests of the file that calls this. */
export function setUpSite(): void {
  beforeAll(async () => {
    site = await createSite();
    const reference = site.project.referenceId;
    group = await createGroup(site.owner, reference, { name: "Tenants", prefix: "ten" });
    path = `/api/projects/${reference}/groups/${group.id}/records`;
    staging = await createEnvironment(site.owner, reference, { name: "Staging EU", key: "stg" });
    const all = await done<Environment[]>(site.owner.get(`/api/projects/${reference}/environments`));
    production = all[0] as Environment;
  });
}

export const create = (fields: unknown) => site.owner.post(path, fields);
export const make = (fields: Record<string, unknown> = {}) => createRecord(site.owner, group, fields);
