import { handleEndOtherSessions, handleListSessions } from "@/lib/account/sessions";
import { routes } from "@/lib/api/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleListSessions,
  handleEndOtherSessions,
);
