import { routes } from "@/lib/api/next-routes";
import { handleCancelRelease } from "@/lib/releases/notes/cancel-release";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleCancelRelease);
