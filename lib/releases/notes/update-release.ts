import { releases } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { changeRow } from "@/lib/operations/change-row";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { revisionBytes } from "@/lib/operations/stock";
import { noteTrail } from "@/lib/operations/trail";
import { keepHtmlSoon } from "../html/kept-html";
import { noteReleaseEvent } from "../webhooks/note-event";
import { autosavedSince, dropRevision, writerOf } from "./autosaved";
import { updateRelease } from "./contract";
import { requireRelease, stillProcessing } from "./require-release";
import { revise } from "./revise";
import { type ReleaseRow, toRelease } from "./to-release";

export const handleUpdateRelease = implement(updateRelease, (ctx, input) =>
  changeRow(ctx, releases, {
    fields: input.fields,
    find: async (inner, fields) => {
      const project = await requireProject(inner, { id: input.projectId });
      const release = await requireRelease(inner, project.id, input.releaseId, "no key update");
      const { autosave = false } = await fields();
      return { ...release, autosave };
    },
    change: ({ autosave, ...release }, { title = release.title, content = release.content }) => {
      if (release.status === "processing") throw stillProcessing();
      if (autosave && release.status === "published") throw isPublic();
      return title === release.title && content === release.content ? {} : { title, content };
    },
    additions: ({ projectId, content }) => [
      { name: "releaseBytes", ownerId: projectId, adding: Buffer.byteLength(content) + revisionBytes },
    ],
    write: async (inner, { autosave, ...release }, { title = release.title, content = release.content }) => {
      const revised = await save(inner, release, { title, content, autosave });
      if (revised.status === "published") {
        await noteReleaseEvent(inner, "release.updated", revised);
        keepHtmlSoon(inner, revised);
      }
      return revised;
    },
    show: (release) => toRelease(release),
  }),
);

type Text = { title: string; content: string; autosave: boolean };

/** Autosaves by the same person within a few minutes share one revision. */
async function save(ctx: Ctx, release: ReleaseRow, { autosave, ...text }: Text): Promise<ReleaseRow> {
  const author = ctx.actor.kind === "user" ? ctx.actor.user.name : null;
  const id = autosave ? writerOf(ctx) : undefined;
  const since = id === undefined ? undefined : await autosavedSince(ctx, release, id);
  const writer = id === undefined ? undefined : { id, since: since ?? ctx.now() };
  const changes = { ...text, errorMessage: null };
  const revised = await revise(ctx, release, changes, { origin: "edited", author, writer });
  if (!revised) throw new Error("a locked release is there until the transaction ends");
  if (since) {
    await dropRevision(ctx, release);
    noteTrail(ctx, { unchanged: true });
  }
  return revised;
}

const isPublic = () =>
  new AppError(
    "conflict",
    "A published release does not save itself. Save it to change what everybody sees.",
  );
