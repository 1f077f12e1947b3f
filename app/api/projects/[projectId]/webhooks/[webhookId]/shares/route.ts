import { routes } from "@/lib/api/next-routes";
import { handleListShares } from "@/lib/webhooks/shares/list-shares";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListShares);
