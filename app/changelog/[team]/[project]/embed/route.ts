import { pageRoute } from "@/lib/api/next-routes";
import { serveEmbedded } from "@/lib/releases/changelog/serve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoute(serveEmbedded);
