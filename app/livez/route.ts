import { livez } from "@/lib/api/health";
import { readingRoute } from "@/lib/api/next-routes";

export const dynamic = "force-dynamic";
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readingRoute(livez);
