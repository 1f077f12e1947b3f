/** A project with a collection, for each file of tests about what collections do. */
import { beforeAll } from "vitest";
import { type Call, send } from "./client";
import { type Collection, createCollection, createSite, done, type Site, unique } from "./fixtures";

export let site: Site;
export let api: string;
export let collection: Collection;

export const seed = [
  { id: 1, name: "Ada", city: "London" },
  { id: 2, name: "Grace", city: "New York" },
  { id: 3, name: "Alan", city: "London" },
];

/** Creates the site before the tests of the file that calls this. */
export function setUpSite(): void {
  beforeAll(async () => {
    site = await createSite();
    api = `/api/projects/${site.project.id}/mock-collections`;
  });
}

/** Tests go on with this one. */
export const goOnWith = (given: Collection) => {
  collection = given;
};
export const makeOwn = async () => goOnWith(await make({ seed }));

export const make = (fields: Record<string, unknown> = {}) =>
  createCollection(site.owner, site.project.id, { path: `/${unique("c")}`, ...fields });
export const ask = (rest: string, call: Partial<Call> = {}) =>
  send({ host: site.host, path: `/api/mock${collection.path}${rest}`, ...call });
export const write = (method: string, rest: string, body: unknown, headers = {}) =>
  ask(rest, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
export const now = () => done<Collection>(site.owner.get(`${api}/${collection.id}`));
export const items = async (rest = "") => (await ask(rest)).json<Record<string, unknown>[]>();
