/** A project with a second environment, for each file of tests about global flags. */
import { beforeAll } from "vitest";
import { createEnvironment, createFlag, createSite, done, type Environment, type Site } from "./fixtures";

export let site: Site;
export let production: Environment;
export let staging: Environment;
export let path: string;

/** Creates the site before the tests of the file that calls this. */
export function setUpSite(): void {
  beforeAll(async () => {
    site = await createSite();
    const { owner, project } = site;
    path = `/api/projects/${project.referenceId}/flags`;
    staging = await createEnvironment(owner, project.referenceId, { name: "Staging EU", key: "stg" });
    const all = await done<Environment[]>(owner.get(`/api/projects/${project.referenceId}/environments`));
    production = all[0] as Environment;
  });
}

export const create = (fields: Record<string, unknown>) => site.owner.post(path, fields);
export const make = (fields: Record<string, unknown> = {}) =>
  createFlag(site.owner, site.project.referenceId, fields);

export const environmentPath = (id: string) => `/api/projects/${site.project.referenceId}/environments/${id}`;
