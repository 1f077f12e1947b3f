import { routes } from "@/lib/http/next-routes";
import { handleOpenapi } from "@/lib/http/openapi-operation";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleOpenapi);
