import { routes } from "@/lib/http/next-routes";
import { handleRevokeApiKey } from "@/lib/keys/revoke-api-key";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleRevokeApiKey);
