import { pageRoute } from "@/lib/api/next-routes";
import { servePackage } from "@/lib/packages/serve-package";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoute(servePackage);
