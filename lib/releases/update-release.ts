import { ne } from "drizzle-orm";
import { releases } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { transaction } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { updateRelease } from "./contract";
import { requireRelease, stillProcessing } from "./require-release";
import { revise } from "./revise";
import { toRelease } from "./to-release";

export const handleUpdateRelease = implement(updateRelease, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId);
  const changes = await input.fields();
  if (release.status === "processing") throw stillProcessing();
  const { title = release.title, content = release.content } = changes;
  if (title === release.title && content === release.content) return toRelease(release);
  const author = ctx.actor.kind === "user" ? ctx.actor.user.name : null;
  const revised = await transaction(ctx, (inner) =>
    revise(
      inner,
      release,
      { title, content, errorMessage: null },
      { origin: "edited", author },
      ne(releases.status, "processing"),
    ),
  );
  if (!revised) throw stillProcessing();
  return toRelease(revised);
});
