import { routes } from "@/lib/api/next-routes";
import { handleGetReleaseSettings } from "@/lib/releases/settings/get-release-settings";
import { handleUpdateReleaseSettings } from "@/lib/releases/settings/update-release-settings";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetReleaseSettings,
  handleUpdateReleaseSettings,
);
