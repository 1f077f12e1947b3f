import { routes } from "@/lib/api/next-routes";
import { handleExportProjectAuditLog } from "@/lib/audit/export-audit-log";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleExportProjectAuditLog);
