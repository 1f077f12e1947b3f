import { routes } from "@/lib/api/next-routes";
import {
  handleDeleteReleaseLogo,
  handleGetReleaseLogo,
  handleSetReleaseLogo,
} from "@/lib/releases/settings/logo";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetReleaseLogo,
  handleSetReleaseLogo,
  handleDeleteReleaseLogo,
);
