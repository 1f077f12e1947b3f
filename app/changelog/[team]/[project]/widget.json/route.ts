import { pageRoute } from "@/lib/api/next-routes";
import { serveWidgetData } from "@/lib/releases/changelog/serve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoute(serveWidgetData);
