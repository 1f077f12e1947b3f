import { routes } from "@/lib/api/next-routes";
import { handleEndMockChaos, handleGetMockChaos, handleSetMockChaos } from "@/lib/mocks/chaos/handle-chaos";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetMockChaos,
  handleSetMockChaos,
  handleEndMockChaos,
);
