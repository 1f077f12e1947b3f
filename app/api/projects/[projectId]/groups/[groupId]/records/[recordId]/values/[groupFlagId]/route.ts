import { routes } from "@/lib/api/next-routes";
import { handleClearOverride } from "@/lib/records/clear-override";
import { handleSetOverride } from "@/lib/records/set-override";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleSetOverride,
  handleClearOverride,
);
