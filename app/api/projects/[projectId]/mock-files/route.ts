import { routes } from "@/lib/api/next-routes";
import { handleAddMockFile } from "@/lib/mocks/files/add-mock-file";
import { handleListMockFiles } from "@/lib/mocks/files/list-mock-files";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleListMockFiles,
  handleAddMockFile,
);
