import { routes } from "@/lib/api/next-routes";
import { handleCreateMock } from "@/lib/mocks/create-mock";
import { handleListMocks } from "@/lib/mocks/list-mocks";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListMocks, handleCreateMock);
