import { routes } from "@/lib/api/next-routes";
import { handleListTeamAuditLog } from "@/lib/audit/list-audit-log";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListTeamAuditLog);
