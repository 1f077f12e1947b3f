/** A record with flags of every kind, for each file of tests about OFREP. */
import { beforeAll, expect } from "vitest";
import { type Answer, expectRefusal } from "./client";
import {
  bearer,
  createGroup,
  createGroupFlag,
  createKey,
  createRecord,
  createSite,
  done,
  type FlagRecord,
  type Group,
  postJson,
  type Site,
  unique,
} from "./fixtures";

export type Evaluation = {
  key: string;
  value: boolean;
  reason: string;
  variant: string;
  metadata: Record<string, unknown>;
};

export const path = "/api/ofrep/v1/evaluate/flags";
export let site: Site;
export let key: string;
export let group: Group;
export let record: FlagRecord;

/** Flags of the group by key: fields, an override of the record, and what OFREP says of it. */
export const flags: [
  key: string,
  fields: Record<string, unknown>,
  override: Record<string, unknown> | undefined,
  expected: { value?: boolean; reason: string; source: string; rollout: number },
][] = [
  ["off", {}, undefined, { value: false, reason: "DISABLED", source: "group-default", rollout: 100 }],
  [
    "on",
    { defaultEnabled: true },
    undefined,
    { value: true, reason: "STATIC", source: "group-default", rollout: 100 },
  ],
  [
    "never",
    { defaultEnabled: true, defaultPercentage: 0 },
    undefined,
    { value: false, reason: "STATIC", source: "group-default", rollout: 0 },
  ],
  [
    "some",
    { defaultEnabled: true, defaultPercentage: 50 },
    undefined,
    { reason: "SPLIT", source: "group-default", rollout: 50 },
  ],
  [
    "one-percent",
    { defaultEnabled: true, defaultPercentage: 1 },
    undefined,
    { reason: "SPLIT", source: "group-default", rollout: 1 },
  ],
  [
    "some-but-off",
    { defaultPercentage: 50 },
    undefined,
    { value: false, reason: "DISABLED", source: "group-default", rollout: 50 },
  ],
  [
    "overridden",
    {},
    { enabled: true },
    { value: true, reason: "TARGETING_MATCH", source: "record", rollout: 100 },
  ],
  [
    "overridden-some",
    {},
    { enabled: true, rollout: 50 },
    { reason: "TARGETING_MATCH", source: "record", rollout: 50 },
  ],
  [
    "Overridden.off_",
    { defaultEnabled: true },
    { enabled: false },
    { value: false, reason: "DISABLED", source: "record", rollout: 100 },
  ],
];

/** Creates the site before the tests of the file that calls this. */
export function setUpSite(): void {
  beforeAll(async () => {
    site = await createSite();
    const { owner, project } = site;
    key = (await createKey(owner, project.referenceId)).key;
    group = await createGroup(owner, project.referenceId);
    record = await createRecord(owner, group, { id: unique("tenant") });
    const values = `/api/projects/${project.referenceId}/groups/${group.id}/records/${record.id}/values`;
    for (const [flagKey, fields, override] of flags) {
      const { id } = await createGroupFlag(owner, group, { key: flagKey, ...fields });
      if (override) await done(owner.put(`${values}/${id}`, override));
    }
  });
}

export const evaluate = (flagKey: string, context: unknown, headers = {}) =>
  postJson(`${path}/${flagKey}`, { context }, { ...bearer(key), ...headers });
export const evaluateAll = (context: unknown, headers = {}) =>
  postJson(path, { context }, { ...bearer(key), ...headers });
export const subject = () => ({ targetingKey: record.id });

export function expectFailure(answer: Answer, status: number, errorCode: string, flagKey?: string) {
  const body = expectRefusal(answer, status) as unknown as Record<string, unknown>;
  expect(body).toMatchObject({ errorCode, errorDetails: body.error });
  expect(body.key).toBe(flagKey);
  return body;
}
