import { example, type Reference, success } from "@/lib/operations/reference";
import type * as contract from "./contract";

export const deletionReference: Reference<typeof contract> = {
  listDeletions: {
    description:
      "Deleted mocks, inboxes, flags, groups, records and releases can be put back for 30 seconds, together with what hung on them. Newest first. What was too large to keep is not listed.",
    answer: [
      {
        id: "0197f3b6-02c1-7a4e-9b73-5d8e0f1c2a46",
        kind: "mock",
        itemId: example.mockId,
        name: "A user",
        deletedAt: "2026-03-03T14:02:11.480Z",
        undoableUntil: "2026-03-03T14:02:41.480Z",
        mine: true,
      },
    ],
  },
  restoreDeletion: {
    description:
      "It has its ids, times and contents again. 409 names the field when something else took an endpoint, key, prefix or id meanwhile; nothing is put back then. 404 after 30 seconds, and for a kind that cannot be put back.",
    answer: success,
  },
};
