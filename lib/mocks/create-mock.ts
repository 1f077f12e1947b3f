import { v7 as uuidv7 } from "uuid";
import { mocks } from "@/db/schema/mocks";
import { requireProject } from "@/lib/auth/access";
import type { Ctx } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import type { Fields } from "@/lib/operations/operation";
import { withinQuotas } from "@/lib/operations/quota";
import { noteTrail } from "@/lib/operations/trail";
import { createMock, MockSettings } from "./contract";
import { requireFiles } from "./files/require-files";
import { additionsOf } from "./quota-additions";
import { endpointTaken } from "./require-mock";
import { forgetMocks } from "./served-mocks";
import { requireSound } from "./soundness";
import { type MockRow, neverCalled, toMock } from "./to-mock";

export const handleCreateMock = implement(createMock, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const fields = await input.fields();
  const mock = await insertMock(ctx, project.id, fields);
  if (!mock) throw endpointTaken(fields.method, fields.endpoint);
  ctx.after(() => forgetMocks(project.id));
  const made = toMock(mock);
  noteTrail(ctx, { after: MockSettings.parse(made) });
  return { ...made, ...neverCalled };
});

/**
 * Adds a mock to a project. Whoever calls it makes the project's hosts know it.
 * @returns undefined if there is one for its method and endpoint
 * @throws {AppError} `invalid_request`, `quota_exceeded`
 */
export async function insertMock(
  ctx: Ctx,
  projectId: string,
  fields: Fields<typeof createMock>,
): Promise<MockRow | undefined> {
  await requireSound(fields, fields);
  await requireFiles(ctx, projectId, fields);
  const [mock] = await withinQuotas(ctx, additionsOf(projectId, fields), ({ db }) =>
    db
      .insert(mocks)
      .values({ id: uuidv7(), projectId, ...fields })
      .onConflictDoNothing({ target: [mocks.projectId, mocks.method, mocks.endpoint] })
      .returning(),
  );
  return mock;
}
