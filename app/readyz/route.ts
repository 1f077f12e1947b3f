import { readyz } from "@/lib/http/health";
import { readingRoute } from "@/lib/http/next-routes";

export const dynamic = "force-dynamic";
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readingRoute(readyz);
