import { example, type Reference, success } from "@/lib/operations/reference";
import type * as contract from "./contract";

export const deletionReference: Reference<typeof contract> = {
  listDeletions: {
    description:
      "Deletions that can still be undone, newest first. Mocks, collections, inboxes, forwarding rules, flags, groups, segments, records, releases and release webhooks can be restored for 30 seconds, together with everything that belonged to them. Deletions that were too large to keep aren't listed.",
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
      "Restores the object with its IDs, times and contents. Restoring needs the same role as creating, counts toward the same quotas and requires the same confirmation in a protected environment. The person who deleted the object doesn't need to confirm. A 409 restores nothing and names the conflict, such as an endpoint or key that another object uses now, or a segment that no longer exists. 404 after 30 seconds, and for kinds that can't be restored.",
    answer: success,
  },
};
