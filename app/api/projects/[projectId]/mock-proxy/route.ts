import { routes } from "@/lib/api/next-routes";
import {
  handleGetMockProxy,
  handleRemoveMockProxy,
  handleSetMockProxy,
} from "@/lib/mocks/forwarding/handle-proxy";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetMockProxy,
  handleSetMockProxy,
  handleRemoveMockProxy,
);
