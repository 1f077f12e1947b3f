import { routes } from "@/lib/api/next-routes";
import { handleListSchedules } from "@/lib/flag-schedules/list-schedules";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListSchedules);
