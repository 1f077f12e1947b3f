import { v7 as uuidv7 } from "uuid";
import { mocks } from "@/db/schema/mocks";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { createMock } from "./contract";
import { endpointTaken } from "./require-mock";
import { forgetMocks } from "./served-mocks";
import { toMock } from "./to-mock";

export const handleCreateMock = implement(createMock, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const fields = await input.fields();
  const additions = [
    { name: "mocks", ownerId: project.id },
    { name: "mockBytes", ownerId: project.id, adding: Buffer.byteLength(fields.responseBody) },
  ] as const;
  const [mock] = await withinQuotas(ctx, additions, ({ db }) =>
    db
      .insert(mocks)
      .values({ id: uuidv7(), projectId: project.id, ...fields })
      .onConflictDoNothing({ target: [mocks.projectId, mocks.method, mocks.endpoint] })
      .returning(),
  );
  if (!mock) throw endpointTaken(fields.method, fields.endpoint);
  ctx.after(() => forgetMocks(project.id));
  return toMock(mock);
});
