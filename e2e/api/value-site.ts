/** A project with a group of flags and a record, for each file of tests about what flags say. */
import { beforeAll } from "vitest";
import { send } from "./client";
import {
  bearer,
  createGroup,
  createKey,
  createRecord,
  createSite,
  done,
  type FlagRecord,
  type Group,
  postJson,
  type Site,
} from "./fixtures";

export let site: Site;
let key: string;
export let group: Group;
export let record: FlagRecord;
export let flags: string;
export let groupFlags: string;

/** Creates the site before the tests of the file that calls this. */
export function setUpSite(): void {
  beforeAll(async () => {
    site = await createSite();
    const { owner, project } = site;
    key = (await createKey(owner, project.referenceId)).key;
    group = await createGroup(owner, project.referenceId);
    record = await createRecord(owner, group);
    flags = `/api/projects/${project.referenceId}/flags`;
    groupFlags = `/api/projects/${project.referenceId}/groups/${group.id}/flags`;
  });
}

export const sdk = async () =>
  (
    await done<{ flags: Record<string, Record<string, unknown>> }>(
      send({ path: `/api/flags/${record.id}`, headers: bearer(key) }),
    )
  ).flags;
export const ofrep = (flagKey: string, targetingKey = record.id) =>
  done<Record<string, unknown>>(
    postJson(`/api/ofrep/v1/evaluate/flags/${flagKey}`, { context: { targetingKey } }, bearer(key)),
  );
