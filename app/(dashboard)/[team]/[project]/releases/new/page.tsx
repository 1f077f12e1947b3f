import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { GenerateForm } from "@/components/releases/generate-form";
import { lastRange } from "@/components/releases/generate-range";
import { summaryOf } from "@/components/releases/release-types";
import { PageHeader } from "@/components/ui/page-header";
import { load } from "@/lib/api/load";
import { handleGetReleaseSettings } from "@/lib/releases/get-release-settings";
import { handleListReleases } from "@/lib/releases/list-releases";

type Props = {
  params: Promise<{ team: string; project: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = ({ params }: Props) => projectTitle(params, "New release");

/** `?from=<release id>` begins with that release's range and repositories. */
export default async function NewReleasePage({ params, searchParams }: Props) {
  const { team: teamSlug, project: slug } = await params;
  const { team, project } = await findProject(teamSlug, slug);
  const { from } = await searchParams;
  const releases = (await load(handleListReleases, { projectId: project.id })).map(summaryOf);
  const settings = await load(handleGetReleaseSettings, { projectId: project.id });
  const source = releases.find(({ id }) => id === from);
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
          projectId={project.id}
          base={base}
          last={last && { title: last.title, toDate: last.toDate, createdAt: last.createdAt }}
          start={{
            range: source && { fromDate: source.fromDate, toDate: source.toDate },
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
