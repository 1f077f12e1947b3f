import { routes } from "@/lib/api/next-routes";
import { handleGenerateRelease } from "@/lib/releases/notes/generate-release";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleGenerateRelease);
