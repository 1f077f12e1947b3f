import { defineList, type RowOf } from "@/components/ui/list-definition";
import { listMocks, MockMethod } from "@/lib/mocks/contract";

export const mocksList = defineList({
  op: listMocks,
  label: "Mocks",
  noun: ["mock", "mocks"],
  placeholder: "Filter by name, endpoint or tag",
  fields: [
    ...([
      "id",
      "projectId",
      "name",
      "method",
      "endpoint",
      "statusCode",
      "delayMs",
      "enabled",
      "updatedAt",
    ] as const),
    ...([
      "folder",
      "tags",
      "hits",
      "lastCalledAt",
      "responseCount",
      "responseMode",
      "callbackCount",
    ] as const),
    ...(["templated", "bodyFileId", "fault", "delayDistribution", "bytesPerSecond"] as const),
  ],
  sort: "-createdAt",
  orders: { folder: "By folder" },
  filters: {
    method: { label: "All methods", options: MockMethod.enum },
    enabled: { label: "On and off", options: { true: "On", false: "Off" } },
  },
  texts: ["folder", "tag"],
});

export type MockSummary = RowOf<typeof mocksList>;
