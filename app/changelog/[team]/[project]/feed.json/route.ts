import { pageRoute } from "@/lib/http/next-routes";
import { serveJsonFeed } from "@/lib/releases/changelog/serve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoute(serveJsonFeed);
