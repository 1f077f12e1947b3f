import { eq } from "drizzle-orm";
import { mocks } from "@/db/schema/mocks";
import { isUniqueViolation } from "@/db/unique-violation";
import { requireProject } from "@/lib/auth/access";
import { changeRow } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { updateMock } from "./contract";
import { endpointTaken, requireMock } from "./require-mock";
import { forgetMocks } from "./served-mocks";
import { toMock } from "./to-mock";

export const handleUpdateMock = implement(updateMock, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const find = () => requireMock(ctx, project.id, input.mockId);
  const found = await find();
  const changes = await input.fields();
  const { responseBody = found.responseBody } = changes;
  const adding = Buffer.byteLength(responseBody) - Buffer.byteLength(found.responseBody);
  try {
    return await withinQuotas(ctx, [{ name: "mockBytes", ownerId: project.id, adding }], (inner) =>
      changeRow(inner, mocks, {
        ...{ found, find, changes, show: toMock },
        where: eq(mocks.id, found.id),
        after: () => forgetMocks(project.id, found.id),
      }),
    );
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw endpointTaken(changes.method ?? found.method, changes.endpoint ?? found.endpoint);
  }
});
