import { noRoutes } from "@/lib/http/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = noRoutes();
