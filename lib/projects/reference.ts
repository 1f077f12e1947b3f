import { example, exampleTimes, type Reference, success } from "@/lib/operations/reference";
import type * as contract from "./contract";

const project = {
  id: example.projectId,
  teamId: example.teamId,
  referenceId: example.referenceId,
  name: "Shop",
  slug: "shop",
  description: null,
  host: example.host,
  mockBaseUrl: `http://${example.host}/api/mock`,
  mockPathUrl: `${example.pathBaseUrl}/api/mock`,
  ...exampleTimes,
};

export const projectReference: Reference<typeof contract> = {
  listProjects: {
    description:
      "For members of the team. `referenceId` is the Project ID, which every path of a project takes. The UUID in `id` works on paths of mocks, webhooks, releases and teams only.",
    answer: [project],
  },
  createProject: {
    description:
      "For every member of the team. The project begins with one environment, `Production`. Its host is made from the team's reference id and the slug, which is unique in the team (409) and has at most 54 characters.",
    body: { name: "Shop", slug: "shop" },
    answer: project,
  },
  getProject: {
    description:
      "For members of the team. 404 also where the project belongs to another team than the path says.",
    answer: project,
  },
  updateProject: {
    description:
      "For admins. Absent fields keep their value. With a new slug the old host stops answering at once: senders of webhooks and callers of mocks have to be told the new one.",
    body: { description: "Everything behind the checkout" },
    answer: {
      ...project,
      description: "Everything behind the checkout",
      updatedAt: "2026-03-03T14:02:11.480Z",
    },
  },
  moveProject: {
    description:
      "For admins of both teams; 404 for a team that you are not in. Its host is made from the new team's reference id, so the old host stops answering at once; ids stay, and its API keys work on. Members of the old team lose access, those of the new one get it. 409 when the new team has a project with this slug or as many projects as it may have.",
    body: { toTeamId: "0197f3a2-7d4e-7c52-9b16-3a8e5c0d7f24" },
    answer: {
      ...project,
      teamId: "0197f3a2-7d4e-7c52-9b16-3a8e5c0d7f24",
      host: `q4w8e2r6-shop.localhost:3000`,
      mockBaseUrl: "http://q4w8e2r6-shop.localhost:3000/api/mock",
      mockPathUrl: "http://localhost:3000/p/q4w8e2r6-shop/api/mock",
    },
  },
  deleteProject: {
    description:
      "For admins, and for good: mocks, inboxes with their captures, flags, records, releases and API keys go with it. Its host and its keys stop working at once.",
    answer: success,
  },
  getUsage: {
    description:
      "For members of the team and keys of the project. What costs much to count is up to a minute old. Beyond a quota, creating answers 409 with `quota_exceeded`, beyond a rate 429 with `Retry-After`.",
    answer: {
      quotas: [
        {
          name: "mocks",
          what: "mocks",
          unit: "count",
          per: "project",
          used: 41,
          max: 10000,
          resetsAt: null,
        },
        {
          name: "mailsPerDay",
          what: "mails a day",
          unit: "count",
          per: "project",
          used: 12,
          max: 200,
          resetsAt: "2026-03-04T09:12:00.000Z",
        },
      ],
    },
  },
};
