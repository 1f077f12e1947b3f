import { routes } from "@/lib/api/next-routes";
import { handleGetOwnKey } from "@/lib/keys/get-own-key";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleGetOwnKey);
