/** A project for each file of tests about groups. */
import { beforeAll } from "vitest";
import { createGroup, createSite, type Site } from "./fixtures";

export let site: Site;
export let path: string;

/** Creates the site before the tests of the file that calls this. */
export function setUpSite(): void {
  beforeAll(async () => {
    site = await createSite();
    path = `/api/projects/${site.project.referenceId}/groups`;
  });
}

export const create = (fields: Record<string, unknown>) => site.owner.post(path, fields);
export const make = (fields: Record<string, unknown> = {}) =>
  createGroup(site.owner, site.project.referenceId, fields);
