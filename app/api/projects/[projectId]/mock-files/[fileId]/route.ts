import { routes } from "@/lib/api/next-routes";
import { handleDeleteMockFile } from "@/lib/mocks/files/delete-mock-file";
import { handleGetMockFile } from "@/lib/mocks/files/get-mock-file";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetMockFile,
  handleDeleteMockFile,
);
