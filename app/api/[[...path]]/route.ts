import { noRoutes } from "@/lib/api/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = noRoutes();
