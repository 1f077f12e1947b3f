import { routes } from "@/lib/api/next-routes";
import { handleCreateGroupFlagSchedule } from "@/lib/flag-schedules/create-schedule";
import { handleListGroupFlagSchedules } from "@/lib/flag-schedules/list-schedules";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleListGroupFlagSchedules,
  handleCreateGroupFlagSchedule,
);
