import { routes } from "@/lib/api/next-routes";
import { handleRollApiKey } from "@/lib/keys/roll-api-key";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleRollApiKey);
