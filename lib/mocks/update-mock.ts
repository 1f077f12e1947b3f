import { eq } from "drizzle-orm";
import { mocks } from "@/db/schema/mocks";
import { isUniqueViolation } from "@/db/unique-violation";
import { requireProject } from "@/lib/auth/access";
import { changeRow } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { updateMock } from "./contract";
import { requireFiles } from "./files/require-files";
import { additionsOf } from "./quota-additions";
import { endpointTaken, requireMock } from "./require-mock";
import { forgetMocks } from "./served-mocks";
import { requireSound } from "./soundness";
import { callsOf, type MockRow, toMock } from "./to-mock";

export const handleUpdateMock = implement(updateMock, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const find = () => requireMock(ctx, project.id, input.mockId);
  const found = await find();
  const changes = await input.fields();
  const mock = { ...found, ...changes };
  await requireSound(changes, mock);
  await requireFiles(ctx, project.id, changes);
  const additions = additionsOf(project.id, mock, found);
  // Those of now in all that is shown, so that nothing of them is a change.
  const calls = await callsOf(ctx.db, found.id);
  const show = (row: MockRow) => toMock({ ...row, ...calls });
  try {
    return await withinQuotas(ctx, additions, (inner) =>
      changeRow(inner, mocks, {
        ...{ found, find, changes, show },
        where: eq(mocks.id, found.id),
        after: () => forgetMocks(project.id, found.id),
      }),
    );
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw endpointTaken(changes.method ?? found.method, changes.endpoint ?? found.endpoint);
  }
});
