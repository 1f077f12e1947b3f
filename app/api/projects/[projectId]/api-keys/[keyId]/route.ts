import { routes } from "@/lib/api/next-routes";
import { handleRevokeApiKey } from "@/lib/keys/revoke-api-key";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleRevokeApiKey);
