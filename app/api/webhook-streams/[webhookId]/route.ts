import { routes } from "@/lib/api/next-routes";
import { handleCheckStream } from "@/lib/webhooks/check-stream";
import { handleOpenStream } from "@/lib/webhooks/open-stream";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleOpenStream, handleCheckStream);
