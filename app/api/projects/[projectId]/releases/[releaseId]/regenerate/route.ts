import { routes } from "@/lib/api/next-routes";
import { handleRegenerateRelease } from "@/lib/releases/notes/regenerate-release";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleRegenerateRelease);
