import { example, exampleTimes, type Reference, success, undoable } from "@/lib/operations/reference";
import type * as contract from "./contract";

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
  ...exampleTimes,
};

export const recordReference: Reference<typeof contract> = {
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
      "In the default environment without `environmentKey`; an unknown one is 404. At least one of `enabled` and `rollout` is needed. Absent fields keep their value, and one that is null falls back to the group flag's default; with both null the override is cleared and the answer is `{success: true}`.",
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
