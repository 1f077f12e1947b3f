import { pageRoute } from "@/lib/api/next-routes";
import { serveShared } from "@/lib/webhooks/shares/serve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoute(serveShared);
