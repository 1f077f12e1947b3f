import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { GenerateForm } from "@/components/releases/generate-form";
import { lastRange } from "@/components/releases/range";
import { PageHeader } from "@/components/ui/page-header";
import { load } from "@/lib/api/load";
import { handleGetRelease } from "@/lib/releases/notes/get-release";
import { handleListReleases } from "@/lib/releases/notes/list-releases";
import { handleGetReleaseSettings } from "@/lib/releases/settings/get-release-settings";

type Props = {
  params: Promise<{ team: string; project: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = ({ params }: Props) => projectTitle(params, "New release");

/** How many of the newest releases are read to suggest a start date and repositories for the new one. */
const looksBack = 50;
const shown = ["title", "toDate", "createdAt", "status", "revision", "repoUrls"] as const;

/** `?from=<release id>` begins with that release's range and repositories. */
export default async function NewReleasePage({ params, searchParams }: Props) {
  const { team: teamSlug, project: slug } = await params;
  const { team, project } = await findProject(teamSlug, slug);
  const { from } = await searchParams;
  const projectId = project.id;
  const releases = await load(handleListReleases, { projectId, limit: looksBack, fields: shown });
  const settings = await load(handleGetReleaseSettings, { projectId });
  const source =
    typeof from === "string" ? await load(handleGetRelease, { projectId, releaseId: from }) : undefined;
  const last = lastRange(releases);
  const remembered = settings.repoUrls.length > 0 ? settings.repoUrls : (releases[0]?.repoUrls ?? []);
  const base = `/${teamSlug}/${slug}/releases`;
  return (
    <>
      <PageHeader
        title="New release"
        description="You get a draft to edit. Nothing is published or sent by this."
        back={{ href: base, label: "Releases" }}
      />
      <div className="max-w-3xl">
        <GenerateForm
          projectId={projectId}
          base={base}
          last={last && { title: last.title, toDate: last.toDate, createdAt: last.createdAt }}
          start={{
            range: source && { fromDate: source.fromDate, toDate: source.toDate },
            places: source?.ranges
              ? Object.fromEntries(
                  source.ranges.map(({ repoUrl, from, to }) => [repoUrl, { from: from ?? "", to: to ?? "" }]),
                )
              : undefined,
            repoUrls: source?.repoUrls ?? remembered,
          }}
          known={[...new Set([...settings.repoUrls, ...releases.flatMap(({ repoUrls }) => repoUrls)])]}
          remembered={team.role === "admin" ? settings.repoUrls : undefined}
          now={new Date().toISOString()}
        />
      </div>
    </>
  );
}
