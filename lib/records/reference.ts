import { example, exampleTimes, type Reference, success, undoable } from "@/lib/operations/reference";
import type * as contract from "./contract";
import type * as many from "./many/contract";

const record = {
  id: example.recordId,
  group: { id: example.groupId, name: "Tenants" },
  name: "Acme Inc.",
  metadata: { plan: "pro" },
  ...exampleTimes,
};
const override = {
  recordId: example.recordId,
  groupFlagId: example.groupFlagId,
  flagKey: "beta",
  environment: example.environment,
  enabled: true,
  rollout: null,
  rolloutBasisPoints: null,
  value: null,
  ...exampleTimes,
};

export const recordReference: Reference<typeof contract & typeof many> = {
  listRecords: {
    description: "Newest first. What flags say of a record is answered by the SDK endpoint.",
    answer: [record],
  },
  createRecord: {
    description:
      "An `id` of your own, such as a customer's number, is kept as it is and unique over all projects (409). Without one it is made from the group's prefix and a KSUID.",
    body: { name: "Acme Inc.", metadata: { plan: "pro" } },
    answer: record,
  },
  importRecords: {
    description:
      "Up to 10,000 records and 5 MiB. A record with an id of the group is changed, one with another id is created, and one without is created with an id that is made. Absent fields keep their value; `metadata` is replaced as a whole. The answer says of each, in order, whether it was created, updated, is the same already, or was refused and why: not valid, an id that occurs before, or one of another group or project. They are stored some hundreds at a time: after a failure, repeat it. Beyond a quota (409) nothing is stored, and a dry run says so as well. With `dryRun=true` nothing is stored. Repeating it with ids changes nothing; without them, records are made again.",
    body: {
      records: [
        { id: "tenant-1", name: "Acme Inc.", metadata: { plan: "pro" } },
        { id: "tenant-2", name: "Ada Ltd." },
      ],
    },
    answer: {
      dryRun: false,
      created: 1,
      updated: 0,
      unchanged: 0,
      refused: 1,
      records: [
        { index: 0, id: "tenant-1", result: "created" },
        {
          ...{ index: 1, id: "tenant-2", result: "refused" },
          error: "The record id tenant-2 is taken; ids are unique over all projects",
        },
      ],
    },
  },
  getRecord: {
    description: "404 for a record of another group, also where the project is the same.",
    answer: record,
  },
  updateRecord: {
    description:
      "Absent fields keep their value; `metadata` is replaced as a whole. The id cannot be changed, because rollouts are decided by it. A record that does not exist is created with this id (201), unless the id could not be given at creation or `If-Match` names a version (404); an id of another group or project is taken (409).",
    body: { metadata: { plan: "enterprise" } },
    answer: { ...record, metadata: { plan: "enterprise" }, updatedAt: "2026-03-03T14:02:11.480Z" },
  },
  deleteRecord: {
    description: `${undoable} Its overrides go with it. The SDK endpoint answers 404 for it from then on.`,
    answer: success,
  },
  setOverride: {
    description:
      "In the default environment without `environmentKey`; an unknown one is 404. At least one of `enabled`, `rollout`, `rolloutBasisPoints` and `value` is needed. Absent fields keep their value, and one that is null falls back to the group flag's default; when none is left the override is cleared and the answer is `{success: true}`. `value` is for flags that are no booleans, given while the flag is on for the record, and has to satisfy the flag's `valueSchema`. One that was set before the schema stays.",
    body: { enabled: true, environmentKey: "production" },
    answer: override,
  },
  clearOverride: {
    description:
      "In the default environment without `env`; an unknown one is 404. The record gets the group flag's defaults again. Succeeds where nothing was set.",
    answer: success,
  },
  listOverrides: {
    description:
      "Of all environments, or of the one that `env` names; an unknown one has none. A field that is null falls back to the group flag's default. Nothing is decided here: the SDK endpoint does that.",
    answer: [override],
  },
};
