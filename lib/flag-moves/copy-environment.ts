import KSUID from "ksuid";
import { environments } from "@/db/schema/flags";
import { isUniqueViolation } from "@/db/unique-violation";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import {
  type EnvironmentRow,
  environmentTaken,
  holdEnvironment,
  requireEnvironment,
} from "@/lib/environments/require-environment";
import { toEnvironment } from "@/lib/environments/to-environment";
import { transaction } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { keyOrDefault } from "@/lib/operations/key-or-default";
import { type Addition, withinQuotas } from "@/lib/operations/quota";
import { noteTrail } from "@/lib/operations/trail";
import { forgetAllRecords } from "@/lib/records/forget-record";
import { copyEnvironment } from "./contract";
import { type CopySize, copyFlags, copyOverrides, sizeOfCopy } from "./copied-rows";

/** An embedded database answers nobody else while they are copied, which takes it a few seconds. */
const overridesMax = 50_000;

export const handleCopyEnvironment = implement(copyEnvironment, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const source = await requireEnvironment(ctx, project.id, input.environmentId);
  const { name, key: givenKey, overrides: withOverrides } = await input.fields();
  const key = keyOrDefault(givenKey, name);
  const id = KSUID.randomSync().string;
  const size = await sizeOfCopy(ctx.db, source.id);
  if (withOverrides && size.overrides > overridesMax) throw tooMany(source);
  try {
    const row = await withinQuotas(ctx, additionsOf(project.id, id, size, withOverrides), (near) =>
      transaction(near, async (inner) => {
        await holdEnvironment(inner, source.id);
        const place = { id, projectId: project.id, name, key, isDefault: false };
        const [made] = await inner.db.insert(environments).values(place).returning();
        const copy = { from: source.id, to: id, now: inner.now() };
        await copyFlags(inner.db, copy);
        if (withOverrides) await copyOverrides(inner.db, copy);
        return made as EnvironmentRow;
      }),
    );
    const shown = toEnvironment(row);
    // Otherwise the path would say that it is about the other one.
    noteTrail(ctx, { subject: { id, name }, after: { ...shown, copyOf: source.name } });
    ctx.after(() => forgetFlags(project.id));
    if (withOverrides && size.overrides > 0) ctx.after(forgetAllRecords);
    return shown;
  } catch (error) {
    if (isUniqueViolation(error)) throw environmentTaken(error, { key, name });
    throw error;
  }
});

const tooMany = ({ name }: EnvironmentRow) =>
  new AppError(
    "conflict",
    `${name} has more than ${overridesMax} overrides, which are too many to be copied at once. Send \`overrides: false\` to copy its flags alone.`,
  );

/** The project first, as whoever creates a flag does. */
function additionsOf(projectId: string, id: string, size: CopySize, withOverrides: boolean): Addition[] {
  return [
    { name: "environments", ownerId: projectId },
    { name: "flagValueBytes", ownerId: projectId, adding: size.flagBytes },
    { name: "overrideValueBytes", ownerId: projectId, adding: withOverrides ? size.overrideBytes : 0 },
    { name: "flags", ownerId: id, adding: size.flags },
  ];
}
