import { routes } from "@/lib/http/next-routes";
import { handleClearOverride } from "@/lib/records/clear-override";
import { handleSetOverride } from "@/lib/records/set-override";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleSetOverride,
  handleClearOverride,
);
