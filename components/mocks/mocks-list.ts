import { defineList, type RowOf } from "@/components/ui/list-definition";
import { listMocks, MockMethod } from "@/lib/mocks/contract";

export const mocksList = defineList({
  op: listMocks,
  fields: ["id", "projectId", "name", "method", "endpoint", "statusCode", "delayMs", "enabled"],
  sort: "-createdAt",
  filters: { method: MockMethod.options, enabled: ["true", "false"] },
});

export type MockSummary = RowOf<typeof mocksList>;
