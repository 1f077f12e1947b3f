import { firstCopy, freeEndpoint } from "@/components/mocks/free-endpoint";
import { copyOf, type Mock, type MockFormValues, mockFrom } from "@/components/mocks/mock-form-values";
import { mockFromCall } from "@/components/mocks/mock-from-call";
import { load } from "@/lib/api/load";
import { handleGetMockCall } from "@/lib/mocks/calls/get-call";
import { handleGetMock } from "@/lib/mocks/get-mock";
import { handleListMocks } from "@/lib/mocks/list-mocks";

export type Beginning = {
  start: MockFormValues;
  /** The mock that is copied. */
  source?: Mock;
  /** The mock that has the endpoint which the new one would have had. */
  holder?: Pick<Mock, "id" | "name" | "method" | "endpoint">;
};

/**
 * What the form of a new mock begins with. `from=<mock id>` is a copy of that mock, `call=<id of a logged call>` what
 * would answer that call, both at an endpoint that is free; `name=&method=&endpoint=` fill in those fields.
 */
export async function beginMock(
  projectId: string,
  { from, call: callId, ...given }: Record<string, string | string[] | undefined>,
): Promise<Beginning> {
  const endpointsOfCopies = async ({ method, endpoint }: Pick<Mock, "method" | "endpoint">) =>
    (await mocksAt(projectId, method, firstCopy(endpoint))).map((copy) => copy.endpoint);

  if (typeof from === "string") {
    const source = await load(handleGetMock, { projectId, mockId: from });
    return { start: copyOf(source, await endpointsOfCopies(source)), source };
  }
  if (typeof callId !== "string") return { start: mockFrom(given) };
  const start = mockFromCall(await load(handleGetMockCall, { projectId, callId }));
  const similar = await mocksAt(projectId, start.method, start.endpoint);
  const holder = similar.find(({ endpoint }) => endpoint === start.endpoint);
  if (!holder) return { start };
  return {
    start: { ...start, endpoint: freeEndpoint(start.endpoint, await endpointsOfCopies(start)) },
    holder,
  };
}

/** As many characters as a list can be searched for. */
const searchedMax = 200;

/** Mocks of the method whose endpoints contain this one, the one that is equal among the first. */
const mocksAt = (projectId: string, method: Mock["method"], endpoint: string) =>
  load(handleListMocks, {
    ...{ projectId, method, q: endpoint.slice(0, searchedMax), sort: "endpoint", limit: 100 },
    fields: ["name", "method", "endpoint"],
  });
