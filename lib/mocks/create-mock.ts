import { v7 as uuidv7 } from "uuid";
import { mocks } from "@/db/schema/mocks";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { createMock } from "./contract";
import { additionsOf } from "./quota-additions";
import { endpointTaken } from "./require-mock";
import { forgetMocks } from "./served-mocks";
import { requireSound } from "./soundness";
import { toMock } from "./to-mock";

export const handleCreateMock = implement(createMock, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const fields = await input.fields();
  await requireSound(fields, fields);
  const additions = additionsOf(project.id, fields);
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
