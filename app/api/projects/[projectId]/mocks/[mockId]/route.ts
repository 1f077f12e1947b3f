import { routes } from "@/lib/api/next-routes";
import { handleDeleteMock } from "@/lib/mocks/delete-mock";
import { handleGetMock } from "@/lib/mocks/get-mock";
import { handleUpdateMock } from "@/lib/mocks/update-mock";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetMock,
  handleUpdateMock,
  handleDeleteMock,
);
