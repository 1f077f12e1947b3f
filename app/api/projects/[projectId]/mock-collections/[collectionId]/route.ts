import { routes } from "@/lib/api/next-routes";
import { handleDeleteMockCollection } from "@/lib/mocks/collections/delete-collection";
import { handleGetMockCollection } from "@/lib/mocks/collections/get-collection";
import { handleUpdateMockCollection } from "@/lib/mocks/collections/update-collection";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetMockCollection,
  handleUpdateMockCollection,
  handleDeleteMockCollection,
);
