import { routes } from "@/lib/api/next-routes";
import { handleDeleteRelease } from "@/lib/releases/notes/delete-release";
import { handleGetRelease } from "@/lib/releases/notes/get-release";
import { handleUpdateRelease } from "@/lib/releases/notes/update-release";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetRelease,
  handleUpdateRelease,
  handleDeleteRelease,
);
