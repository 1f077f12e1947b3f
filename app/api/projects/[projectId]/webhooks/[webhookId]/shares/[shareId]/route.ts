import { routes } from "@/lib/api/next-routes";
import { handleRevokeShare } from "@/lib/webhooks/shares/revoke-share";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleRevokeShare);
