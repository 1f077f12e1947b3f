import { routes } from "@/lib/api/next-routes";
import { handleClearMockCalls } from "@/lib/mocks/calls/clear-calls";
import { handleListMockCalls } from "@/lib/mocks/calls/list-calls";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleListMockCalls,
  handleClearMockCalls,
);
