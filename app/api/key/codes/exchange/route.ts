import { routes } from "@/lib/api/next-routes";
import { handleExchangeKeyCode } from "@/lib/keys/codes/exchange-key-code";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleExchangeKeyCode);
