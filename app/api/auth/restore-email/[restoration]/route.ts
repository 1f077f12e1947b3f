import { handleRestoreEmail, handleShowEmailRestoration } from "@/lib/account/ways/undo-email-change";
import { routes } from "@/lib/api/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleShowEmailRestoration,
  handleRestoreEmail,
);
