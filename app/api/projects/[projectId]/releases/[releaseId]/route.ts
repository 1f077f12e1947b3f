import { routes } from "@/lib/api/next-routes";
import { handleDeleteRelease } from "@/lib/releases/delete-release";
import { handleGetRelease } from "@/lib/releases/get-release";
import { handleUpdateRelease } from "@/lib/releases/update-release";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetRelease,
  handleUpdateRelease,
  handleDeleteRelease,
);
