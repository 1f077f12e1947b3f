import { handleDeleteAccount } from "@/lib/account/delete-account";
import { handleGetAccount } from "@/lib/account/get-account";
import { handleUpdateAccount } from "@/lib/account/update-account";
import { routes } from "@/lib/api/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetAccount,
  handleUpdateAccount,
  handleDeleteAccount,
);
