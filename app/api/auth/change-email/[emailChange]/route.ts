import { handleChangeEmail, handleShowEmailChange } from "@/lib/account/ways/email-change";
import { routes } from "@/lib/api/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleShowEmailChange,
  handleChangeEmail,
);
