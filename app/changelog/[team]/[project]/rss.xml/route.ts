import { pageRoute } from "@/lib/http/next-routes";
import { serveRss } from "@/lib/releases/changelog/serve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoute(serveRss);
