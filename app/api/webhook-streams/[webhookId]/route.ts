import { routes } from "@/lib/api/next-routes";
import { handleOpenStream } from "@/lib/webhooks/open-stream";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleOpenStream);
