import { pageRoute } from "@/lib/api/next-routes";
import { serveImage } from "@/lib/releases/changelog/serve-files";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoute(serveImage);
