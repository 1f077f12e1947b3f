import { routes } from "@/lib/http/next-routes";
import { handleRollApiKey } from "@/lib/keys/roll-api-key";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleRollApiKey);
