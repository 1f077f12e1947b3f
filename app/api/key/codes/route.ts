import { routes } from "@/lib/api/next-routes";
import { handleCreateKeyCode } from "@/lib/keys/codes/create-key-code";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleCreateKeyCode);
