import { routes } from "@/lib/api/next-routes";
import { handleImportMocks } from "@/lib/mocks/import/import-mocks";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleImportMocks);
