import { routes } from "@/lib/http/next-routes";
import { handleExportRelease } from "@/lib/releases/export-release";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleExportRelease);
