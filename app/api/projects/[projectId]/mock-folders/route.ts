import { routes } from "@/lib/api/next-routes";
import { handleListMockFolders } from "@/lib/mocks/organising/list-folders";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListMockFolders);
