import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import { releases } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { countRate } from "@/lib/auth/limits";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { waitingMs } from "../jobs/lease";
import { workOnReleases } from "../jobs/worker";
import { type GivenRange, rangeEnd, rangeStart } from "../ranges/contract";
import { requireRepoUrls } from "../settings/require-repo-urls";
import { generateRelease } from "./contract";
import { releaseColumns } from "./release-columns";
import { type ReleaseRow, titleOf, toRelease } from "./to-release";

export const handleGenerateRelease = implement(generateRelease, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const fields = await input.fields();
  const range = rangeOf(fields, ctx.now());
  await countRate(ctx, "releasesPerHour", project.id);
  // How much the notes add is not known yet, but a project whose texts fill their quota gets no more of them.
  const additions = [
    { name: "releases", ownerId: project.id },
    { name: "releaseBytes", ownerId: project.id },
  ] as const;
  const [release] = await withinQuotas(ctx, additions, ({ db }) =>
    db
      .insert(releases)
      .values({
        id: uuidv7(),
        projectId: project.id,
        title: titleOf(range, wantedTags(range)),
        content: "",
        status: "processing",
        ...range,
        commitCount: 0,
        revision: 0,
        commits: [],
        attempt: 0,
        deadlineAt: new Date(ctx.now().getTime() + waitingMs),
      })
      .returning(releaseColumns),
  );
  if (!release) throw new AppError("internal", "The release was not stored.");
  ctx.after(() => ctx.background(workOnReleases));
  return toRelease(release);
});

/** The names at which the ranges end, as a title until their tags are known. */
const wantedTags = ({ ranges }: Pick<ReleaseRow, "ranges">): string[] => {
  const names = (ranges ?? []).flatMap(({ to }) => to ?? []);
  return names.length === ranges?.length ? names : [];
};

type Fields = z.output<typeof GivenRange>;

/** The dates of a range between tags are known when its commits are. */
function rangeOf({ fromDate, toDate, repoUrls, ranges }: Fields, now: Date) {
  if (!ranges) {
    return {
      fromDate: rangeStart(fromDate ?? ""),
      toDate: rangeEnd(toDate ?? ""),
      repoUrls: requireRepoUrls(repoUrls ?? [], (place) => `repoUrls.${place}`),
      ranges: null,
    };
  }
  const urls = ranges.map(({ repoUrl }) => repoUrl);
  return {
    fromDate: now,
    toDate: now,
    repoUrls: requireRepoUrls(urls, (place) => `ranges.${place}.repoUrl`),
    ranges: ranges.map(({ repoUrl, from = null, to = null }) => ({ repoUrl, from, to, resolved: null })),
  };
}
