/** A team with a member, for each file of tests about environments. */
import { beforeAll } from "vitest";
import { createSite, done, type Environment, join, type Person, type Site, signUp } from "./fixtures";

export let site: Site;
export let member: Person;
export let path: string;

export const pathOf = ({ project }: Site) => `/api/projects/${project.referenceId}/environments`;

/** Creates the site before the tests of the file that calls this. */
export function setUpSite(): void {
  beforeAll(async () => {
    site = await createSite();
    member = await signUp();
    await join(site.owner, site.team.id, member);
    path = pathOf(site);
  });
}

export const create = (fields: Record<string, unknown>) => site.owner.post(path, fields);
export const list = (of = site) => done<Environment[]>(of.owner.get(pathOf(of)));
export const defaultsOf = (environments: Environment[]) =>
  environments.filter(({ isDefault }) => isDefault).map(({ id }) => id);
