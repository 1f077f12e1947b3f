import { routes } from "@/lib/api/next-routes";
import { handleExportMocks } from "@/lib/mocks/export/export-mocks";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleExportMocks);
