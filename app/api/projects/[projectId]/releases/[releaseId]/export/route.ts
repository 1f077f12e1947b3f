import { routes } from "@/lib/api/next-routes";
import { handleExportRelease } from "@/lib/releases/notes/export-release";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleExportRelease);
