import { handleRemovePasskey, handleRenamePasskey } from "@/lib/account/ways/passkeys";
import { routes } from "@/lib/api/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleRenamePasskey,
  handleRemovePasskey,
);
