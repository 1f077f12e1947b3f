import { routes } from "@/lib/api/next-routes";
import { handleListMockCollectionItems } from "@/lib/mocks/collections/list-items";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListMockCollectionItems);
