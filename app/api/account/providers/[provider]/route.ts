import { handleConnectProvider, handleDisconnectProvider } from "@/lib/account/ways/providers";
import { routes } from "@/lib/api/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleConnectProvider,
  handleDisconnectProvider,
);
