import {
  example,
  exampleBoolean,
  exampleTimes,
  exampleUndescribed,
  exampleUntargeted,
  type Reference,
  success,
  undoable,
} from "@/lib/operations/reference";
import type * as contract from "./contract";
import type * as changes from "./flag-changes/contract";

const group = {
  id: example.groupId,
  projectId: example.referenceId,
  name: "Tenants",
  key: "tenants",
  prefix: "tenan",
  description: null,
  color: "#4f46e5",
  ...exampleTimes,
};
const groupFlag = {
  id: example.groupFlagId,
  groupId: example.groupId,
  name: "Beta",
  key: "beta",
  defaultEnabled: true,
  defaultPercentage: 25,
  ...exampleBoolean,
  ...exampleUntargeted,
  ...exampleUndescribed,
  salt: "beta",
  ...exampleTimes,
};

export const groupReference: Reference<typeof contract & typeof changes> = {
  listGroups: {
    description: "Newest first. A group has flags, and records that get a value for each of them.",
    answer: [group],
  },
  createGroup: {
    description:
      "Without `key` and `prefix` both are made from the name. Each is unique in the project (409). The prefix, 2 to 5 lower-case letters or digits, begins the ids that are made for records.",
    body: { name: "Tenants", color: "#4f46e5" },
    answer: group,
  },
  getGroup: {
    description: "The group alone; its flags and records have lists of their own.",
    answer: group,
  },
  updateGroup: {
    description:
      "Absent fields keep their value. A new prefix is for records to come; those that exist keep their ids. 409 when key or prefix is taken.",
    body: { description: "One record for each customer" },
    answer: {
      ...group,
      description: "One record for each customer",
      updatedAt: "2026-03-03T14:02:11.480Z",
    },
  },
  deleteGroup: {
    description: `${undoable} Its flags, its records and their overrides go with it. SDKs that ask for one of the records get 404.`,
    answer: success,
  },
  listGroupFlags: {
    description: "Newest first, each with what a record gets where no override says otherwise.",
    answer: [groupFlag],
  },
  createGroupFlag: {
    description:
      "Every record of the group has the flag at once, in every environment, by its defaults. The key is unique in the group (409). `rules` target subjects by their attributes: the first one whose conditions hold decides. `prerequisites` are flags of the group that must be on for a subject, so that this one can be. A `valueSchema` has references within itself only (`#…`), and `onValue`, `offValue` and the values of variants have to satisfy it: else 400 says which does not, and where.",
    body: { name: "Beta", key: "beta", defaultEnabled: true, defaultPercentage: 25 },
    answer: groupFlag,
  },
  getGroupFlag: {
    description: "The flag and its defaults, without any record's overrides.",
    answer: groupFlag,
  },
  getGroupFlagUsage: {
    description:
      "An answer counts when the SDK endpoint, OFREP or the check gives it, by 304, too. What a process has counted is stored every minute, so that several show each other's answers within that time. By the hour for a day, by the day for a month. An unknown environment is 404.",
    answer: {
      range: "24h",
      buckets: [{ at: "2026-03-02T09:00:00.000Z", counts: { on: 212, off: 640 } }],
      total: 852,
      lastEvaluatedAt: "2026-03-02T09:41:00.000Z",
      countedSince: "2026-03-01T00:00:00.000Z",
    },
  },
  updateGroupFlag: {
    description:
      "Absent fields keep their value. A higher percentage only adds records, and a new key moves none, because `salt` stays. SDKs see the change with their next request. `rules` and `prerequisites` replace the whole list. 409 when the key is taken in the group, or flags that need this one name the key or variant that it would lose. Whenever the values or `valueSchema` change, the values have to satisfy it; what single records have already stays as it is, and has to when it is set anew.",
    body: { defaultPercentage: 50 },
    answer: { ...groupFlag, defaultPercentage: 50, updatedAt: "2026-03-03T14:02:11.480Z" },
  },
  deleteGroupFlag: {
    description:
      "At once and for good, with what single records were given for it in any environment. 409 while it is a prerequisite of others.",
    answer: success,
  },
};
