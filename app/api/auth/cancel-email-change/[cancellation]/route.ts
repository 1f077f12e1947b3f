import {
  handleCancelEmailChange,
  handleShowEmailChangeCancellation,
} from "@/lib/account/ways/undo-email-change";
import { routes } from "@/lib/api/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleShowEmailChangeCancellation,
  handleCancelEmailChange,
);
