import type { endMockChaos, getMockChaos } from "@/lib/mocks/chaos/contract";
import type { deleteMock, getMock, resetMock, updateMock } from "@/lib/mocks/contract";
import type { getMockProxy, setMockProxy } from "@/lib/mocks/forwarding/contract";
import type { listMockFolders } from "@/lib/mocks/organising/contract";
import type { Operation } from "@/lib/operations/operation";

/*
 * What the first look at a mock's page needs of its operations: how they are called. The contracts hold the rules of all
 * fields, too, which take 10 KB and come when somebody saves (`mock-rules.ts`).
 */

const tag = "Mocks";
const mockPath = "/api/projects/:projectId/mocks/:mockId";
const chaosPath = "/api/projects/:projectId/mock-chaos";
const proxyPath = "/api/projects/:projectId/mock-proxy";
const foldersPath = "/api/projects/:projectId/mock-folders";
const access = "project";

/** A test compares each with its contract. `body` only says that there is one. */
const called = <O extends Operation>(
  named: Pick<O, "id" | "method" | "path" | "tag" | "access"> & { body?: object; versioned?: true },
): O => named as unknown as O;

export const mockOperations = {
  getMock: called<typeof getMock>({
    ...{ id: "getMock", method: "GET", path: mockPath, tag, access, versioned: true },
  }),
  updateMock: called<typeof updateMock>({
    ...{ id: "updateMock", method: "PUT", path: mockPath, tag, access, versioned: true },
    body: {},
  }),
  deleteMock: called<typeof deleteMock>({
    ...{ id: "deleteMock", method: "DELETE", path: mockPath, tag, access },
  }),
  resetMock: called<typeof resetMock>({
    ...{ id: "resetMock", method: "POST", path: `${mockPath}/reset`, tag, access },
  }),
  getMockChaos: called<typeof getMockChaos>({
    ...{ id: "getMockChaos", method: "GET", path: chaosPath, tag, access },
  }),
  getMockProxy: called<typeof getMockProxy>({
    ...{ id: "getMockProxy", method: "GET", path: proxyPath, tag, access },
  }),
  setMockProxy: called<typeof setMockProxy>({
    ...{ id: "setMockProxy", method: "PUT", path: proxyPath, tag, access },
    body: {},
  }),
  listMockFolders: called<typeof listMockFolders>({
    ...{ id: "listMockFolders", method: "GET", path: foldersPath, tag, access },
  }),
  endMockChaos: called<typeof endMockChaos>({
    ...{ id: "endMockChaos", method: "DELETE", path: chaosPath, tag, access },
  }),
};
