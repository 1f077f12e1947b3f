/** A project with a key that evaluates, for each file of tests about rules, segments and prerequisites. */
import { beforeAll } from "vitest";
import { send } from "./client";
import { createKey, createSite, done, type Group, type Person, postJson } from "./fixtures";

export let owner: Person;
export let reference: string;
let bearer: { authorization: string };

/** Creates the site before the tests of the file that calls this. */
export function setUpSite(): void {
  beforeAll(async () => {
    const site = await createSite();
    owner = site.owner;
    reference = site.project.referenceId;
    bearer = { authorization: `Bearer ${(await createKey(owner, reference, { scope: "evaluate" })).key}` };
  });
}

export type Evaluation = {
  key: string;
  value: unknown;
  reason: string;
  variant: string;
  metadata: Record<string, unknown>;
};
export type Problem = { error: string; issues?: { path: string; message: string }[] };

export const flagsOf = (group: Group) => `/api/projects/${reference}/groups/${group.id}/flags`;
export const evaluate = (key: string, context: object) =>
  postJson(`/api/ofrep/v1/evaluate/flags/${key}`, { context }, bearer);
export const evaluated = (key: string, context: object) => done<Evaluation>(evaluate(key, context));
export const resolved = async (recordId: string) =>
  (await done<{ flags: Record<string, unknown> }>(send({ path: `/api/flags/${recordId}`, headers: bearer })))
    .flags;
export const is = (attribute: string, ...values: unknown[]) => ({ attribute, operator: "in", values });
