import { routes } from "@/lib/api/next-routes";
import { handleResetMockCollection } from "@/lib/mocks/collections/reset-collection";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleResetMockCollection);
