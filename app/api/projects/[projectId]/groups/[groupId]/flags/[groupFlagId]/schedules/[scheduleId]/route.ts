import { routes } from "@/lib/api/next-routes";
import { handleCancelGroupFlagSchedule } from "@/lib/flag-schedules/cancel-schedule";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleCancelGroupFlagSchedule);
