import { routes } from "@/lib/api/next-routes";
import { handleCancelReleaseSchedule, handleScheduleRelease } from "@/lib/releases/schedule/schedule-release";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleScheduleRelease,
  handleCancelReleaseSchedule,
);
