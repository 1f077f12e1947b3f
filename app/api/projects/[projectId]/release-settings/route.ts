import { routes } from "@/lib/api/next-routes";
import { handleGetReleaseSettings } from "@/lib/releases/get-release-settings";
import { handleUpdateReleaseSettings } from "@/lib/releases/update-release-settings";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetReleaseSettings,
  handleUpdateReleaseSettings,
);
