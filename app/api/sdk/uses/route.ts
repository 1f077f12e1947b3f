import { routes } from "@/lib/api/next-routes";
import { handleReportFlagUses } from "@/lib/flag-snapshot/report-flag-uses";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleReportFlagUses);
