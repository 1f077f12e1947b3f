import { routes } from "@/lib/http/next-routes";
import { handleRegenerateRelease } from "@/lib/releases/regenerate-release";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleRegenerateRelease);
