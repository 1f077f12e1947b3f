import { routes } from "@/lib/api/next-routes";
import { handleGetApiKey } from "@/lib/keys/get-api-key";
import { handleRevokeApiKey } from "@/lib/keys/revoke-api-key";
import { handleUpdateApiKey } from "@/lib/keys/update-api-key";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetApiKey,
  handleUpdateApiKey,
  handleRevokeApiKey,
);
