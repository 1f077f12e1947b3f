import KSUID from "ksuid";
import { segments } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { taken } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { keyOrDefault } from "@/lib/operations/key-or-default";
import { withinQuotas } from "@/lib/operations/quota";
import {
  additionsOf,
  conditionsSize,
  nothingBefore,
  storedConditions,
} from "@/lib/targeting/stored-targeting";
import { createSegment } from "./contract";
import { toSegment } from "./require-segment";

export const handleCreateSegment = implement(createSegment, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const { key: givenKey, conditions: given, ...fields } = await input.fields();
  const key = keyOrDefault(givenKey, fields.name);
  const stored = storedConditions(given);
  const additions = [
    { name: "segments", ownerId: project.id },
    ...additionsOf(project.id, nothingBefore, conditionsSize(stored)),
  ] as const;
  const [segment] = await withinQuotas(ctx, additions, ({ db }) =>
    db
      .insert(segments)
      .values({ ...fields, key, ...stored, id: KSUID.randomSync().string, projectId: project.id })
      .onConflictDoNothing({ target: [segments.projectId, segments.key] })
      .returning(),
  );
  if (!segment) throw taken("key", `A segment with the key ${key} exists in this project already`);
  ctx.after(() => forgetFlags(project.id));
  return toSegment(segment);
});
