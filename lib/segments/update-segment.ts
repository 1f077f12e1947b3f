import { eq } from "drizzle-orm";
import { segments } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { requireAllConfirmed } from "@/lib/environments/require-confirmed";
import { changeRow } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { invalid } from "@/lib/operations/read-body";
import { additionsOf, storedConditions } from "@/lib/targeting/stored-targeting";
import { updateSegment } from "./contract";
import { requireSegment, toSegment } from "./require-segment";

export const handleUpdateSegment = implement(updateSegment, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const find = () => requireSegment(ctx, project.id, input.segmentId);
  const found = await find();
  const { key, conditions: given, ...fields } = await input.fields();
  if (key !== undefined && key !== found.key) {
    throw invalid([{ path: "key", message: "cannot be changed, because rules name the segment by it" }]);
  }
  if (given) await requireAllConfirmed(ctx, project.id);
  const before = { bytes: found.ruleBytes, textSearches: found.textSearches };
  const { bytes = before.bytes, ...stored } = given ? storedConditions(given) : {};
  const changes = { ...fields, ...stored };
  const additions = additionsOf(project.id, before, { ...before, ...stored, bytes });
  return withinQuotas(ctx, additions, (inner) =>
    changeRow(inner, segments, {
      ...{ found, find, show: toSegment, changes },
      where: eq(segments.id, found.id),
      after: () => forgetFlags(project.id),
    }),
  );
});
