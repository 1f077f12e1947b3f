import { handleEndTwoFactor, handlePrepareTwoFactor } from "@/lib/account/ways/two-factor";
import { routes } from "@/lib/api/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handlePrepareTwoFactor,
  handleEndTwoFactor,
);
