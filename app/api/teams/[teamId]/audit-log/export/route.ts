import { routes } from "@/lib/api/next-routes";
import { handleExportTeamAuditLog } from "@/lib/audit/export-audit-log";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleExportTeamAuditLog);
