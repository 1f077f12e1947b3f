import { routes } from "@/lib/api/next-routes";
import { handleStreamFlags } from "@/lib/flag-stream/stream-flags";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleStreamFlags);
