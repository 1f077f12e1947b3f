import { routes } from "@/lib/api/next-routes";
import { handleCreateMockCollection } from "@/lib/mocks/collections/create-collection";
import { handleListMockCollections } from "@/lib/mocks/collections/list-collections";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleListMockCollections,
  handleCreateMockCollection,
);
