import { routes } from "@/lib/api/next-routes";
import { handleCreateApiKey } from "@/lib/keys/create-api-key";
import { handleListApiKeys } from "@/lib/keys/list-api-keys";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListApiKeys, handleCreateApiKey);
