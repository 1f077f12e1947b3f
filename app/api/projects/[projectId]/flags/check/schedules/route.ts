import { routesAlso, routesAs } from "@/lib/api/next-routes";
import { handleCreateFlagSchedule } from "@/lib/flag-schedules/create-schedule";
import { handleCheckFlag } from "@/lib/flags/check-flag";

const own = routesAs({ flagKey: "schedules" }, handleCheckFlag);

// A flag may have the id `check`.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routesAlso(
  own,
  { flagId: "check" },
  handleCreateFlagSchedule,
);
