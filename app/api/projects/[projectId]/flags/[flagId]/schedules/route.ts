import { routes } from "@/lib/api/next-routes";
import { handleCreateFlagSchedule } from "@/lib/flag-schedules/create-schedule";
import { handleListFlagSchedules } from "@/lib/flag-schedules/list-schedules";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleListFlagSchedules,
  handleCreateFlagSchedule,
);
