import { example, type Reference } from "@/lib/operations/reference";
import type * as contract from "./contract";

export const searchReference: Reference<typeof contract> = {
  search: {
    description:
      "Up to five of each kind whose name or key has all the words, the best first: projects of your teams and, with `projectId`, mocks, collections, inboxes, flags, groups, records, releases and API keys of that project, and the people of its team.",
    answer: [
      {
        kind: "mock",
        id: example.mockId,
        name: "A user",
        detail: "GET /users/:id",
        teamSlug: "acme",
        projectSlug: "shop",
        groupId: null,
      },
    ],
  },
};
