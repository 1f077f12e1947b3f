import { routes } from "@/lib/api/next-routes";
import { handleOpenapi } from "@/lib/api/openapi-operation";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleOpenapi);
