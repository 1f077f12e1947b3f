import { and, eq, ne, type SQL } from "drizzle-orm";
import { releases } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { type Ctx, transaction } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { guarded } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { revisionBytes } from "@/lib/operations/stock";
import { noteTrail } from "@/lib/operations/trail";
import { keepHtmlSoon } from "../html/kept-html";
import { noteReleaseEvent } from "../webhooks/note-event";
import { autosavedSince, dropRevision, writerOf } from "./autosaved";
import { updateRelease } from "./contract";
import { requireRelease, stillProcessing } from "./require-release";
import { revise } from "./revise";
import { type ReleaseRow, toRelease } from "./to-release";

export const handleUpdateRelease = implement(updateRelease, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const find = () => requireEditable(ctx, project.id, input.releaseId);
  const release = await requireRelease(ctx, project.id, input.releaseId);
  const { autosave = false, ...changes } = await input.fields();
  if (release.status === "processing") throw stillProcessing();
  if (autosave && release.status === "published") throw isPublic();
  const { title = release.title, content = release.content } = changes;
  return guarded(ctx, {
    ...{ updatedAt: releases.updatedAt, found: release, find, show: (row: ReleaseRow) => toRelease(row) },
    where: eq(releases.id, release.id),
    write: async (unchanged, row) => {
      if (title === row.title && content === row.content) return row;
      const adding = Buffer.byteLength(content) + revisionBytes;
      const revised = await withinQuotas(
        ctx,
        [{ name: "releaseBytes", ownerId: project.id, adding }],
        (within) => transaction(within, (inner) => save(inner, row, { title, content, autosave, unchanged })),
      );
      if (revised?.status === "published") keepHtmlSoon(ctx, revised);
      return revised;
    },
  });
});

type Saved = { title: string; content: string; autosave: boolean; unchanged: SQL | undefined };

async function save(ctx: Ctx, release: ReleaseRow, { autosave, unchanged, ...text }: Saved) {
  const author = ctx.actor.kind === "user" ? ctx.actor.user.name : null;
  const changes = { ...text, errorMessage: null };
  const id = autosave ? writerOf(ctx) : undefined;
  if (id === undefined) {
    const editable = autosave ? eq(releases.status, "draft") : ne(releases.status, "processing");
    const condition = and(editable, unchanged);
    const revised = await revise(ctx, release, changes, { origin: "edited", author }, condition);
    if (revised?.status === "published") await noteReleaseEvent(ctx, "release.updated", revised);
    return revised;
  }
  const since = await autosavedSince(ctx, release, id);
  const isKnown = and(eq(releases.status, "draft"), eq(releases.revision, release.revision), unchanged);
  const writer = { id, since: since ?? ctx.now() };
  const revised = await revise(ctx, release, changes, { origin: "edited", author, writer }, isKnown);
  if (!revised || !since) return revised;
  await dropRevision(ctx, release);
  noteTrail(ctx, { unchanged: true });
  return revised;
}

const isPublic = () =>
  new AppError(
    "conflict",
    "A published release does not save itself. Save it to change what everybody sees.",
  );

async function requireEditable(...of: Parameters<typeof requireRelease>): Promise<ReleaseRow> {
  const release = await requireRelease(...of);
  if (release.status === "processing") throw stillProcessing();
  return release;
}
