import { and, eq, ne } from "drizzle-orm";
import { releases } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { transaction } from "@/lib/operations/context";
import { guarded } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { revisionBytes } from "@/lib/operations/stock";
import { keepHtmlSoon } from "../html/kept-html";
import { updateRelease } from "./contract";
import { requireRelease, stillProcessing } from "./require-release";
import { revise } from "./revise";
import { type ReleaseRow, toRelease } from "./to-release";

export const handleUpdateRelease = implement(updateRelease, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const find = () => requireEditable(ctx, project.id, input.releaseId);
  const release = await requireRelease(ctx, project.id, input.releaseId);
  const changes = await input.fields();
  if (release.status === "processing") throw stillProcessing();
  const { title = release.title, content = release.content } = changes;
  const author = ctx.actor.kind === "user" ? ctx.actor.user.name : null;
  return guarded(ctx, {
    ...{ updatedAt: releases.updatedAt, found: release, find, show: toRelease },
    where: eq(releases.id, release.id),
    write: async (unchanged) => {
      if (title === release.title && content === release.content) return release;
      const adding = Buffer.byteLength(content) + revisionBytes;
      const revised = await withinQuotas(
        ctx,
        [{ name: "releaseBytes", ownerId: project.id, adding }],
        (within) =>
          transaction(within, (inner) =>
            revise(
              inner,
              release,
              { title, content, errorMessage: null },
              { origin: "edited", author },
              and(ne(releases.status, "processing"), unchanged),
            ),
          ),
      );
      if (revised?.status === "published") keepHtmlSoon(ctx, revised);
      return revised;
    },
  });
});

async function requireEditable(...of: Parameters<typeof requireRelease>): Promise<ReleaseRow> {
  const release = await requireRelease(...of);
  if (release.status === "processing") throw stillProcessing();
  return release;
}
