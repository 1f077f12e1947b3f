import { handleExportAccount } from "@/lib/account/export-account";
import { routes } from "@/lib/api/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleExportAccount);
