import { defineList, type RowOf } from "@/components/ui/list-definition";
import { listMocks, MockMethod } from "@/lib/mocks/contract";

export const mocksList = defineList({
  op: listMocks,
  label: "Mocks",
  noun: ["mock", "mocks"],
  placeholder: "Filter by name, endpoint or method",
  fields: ["id", "projectId", "name", "method", "endpoint", "statusCode", "delayMs", "enabled", "updatedAt"],
  sort: "-createdAt",
  filters: {
    method: { label: "All methods", options: MockMethod.enum },
    enabled: { label: "On and off", options: { true: "On", false: "Off" } },
  },
});

export type MockSummary = RowOf<typeof mocksList>;
