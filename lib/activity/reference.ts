import { example, type Reference } from "@/lib/operations/reference";
import type * as contract from "./contract";

const totals = { mocks: 512, captures: 41, checks: 9120, errors: 3 };

export const activityReference: Reference<typeof contract> = {
  getProjectActivity: {
    description:
      "For members of the team and keys of the project. Each request counts once, by its kind or as an error. CORS preflights, requests without a valid key and requests to unknown hosts do not count. Requests that another process served appear within a minute. Paths of captured requests are cut to 200 characters.",
    answer: {
      hours: [{ start: "2026-03-03T14:00:00.000Z", mocks: 31, captures: 2, checks: 377, errors: 0 }],
      totals,
      steps: {
        mock: { made: true, used: true, example: "GET /users" },
        webhook: { made: true, used: true, example: "k3j5h7g9f1d2s4a6" },
        flag: { made: true, used: false, example: "new-checkout" },
      },
      captures: [
        {
          id: "0197f3b6-2c01-7d18-9d3a-6f0e52b7c1aa",
          webhookId: "0197f3b2-51c8-7f6e-8a41-2d9c0b7e3f15",
          webhookName: "Payments",
          method: "POST",
          path: "",
          receivedAt: "2026-03-03T14:01:54.120Z",
        },
      ],
      releases: [],
      changes: [
        {
          id: "0197f3b8-4a10-7d2c-8e57-91c6f0a3b2d4",
          at: "2026-03-03T14:02:11.480Z",
          actorKind: "person",
          actorName: "Ada",
          operation: "updateFlag",
          subjectKind: "flag",
          subjectId: example.flagId,
          subjectName: "New checkout",
        },
      ],
    },
  },
  getTeamActivity: {
    description:
      "For members of the team. Of the projects named, 100 at most, in any order; those without any request have zeros. Counted as in a project's own activity.",
    answer: [
      {
        projectId: example.projectId,
        totals,
        requests: Array.from({ length: 24 }, (_, hour) => (hour < 8 ? 0 : 604)),
      },
    ],
  },
};
