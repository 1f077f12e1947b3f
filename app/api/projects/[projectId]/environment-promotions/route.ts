import { routes } from "@/lib/api/next-routes";
import { handlePromoteFlags } from "@/lib/flag-moves/promote-flags";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handlePromoteFlags);
