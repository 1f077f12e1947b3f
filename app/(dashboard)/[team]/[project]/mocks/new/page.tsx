import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { MockForm } from "@/components/mocks/mock-form";
import { copyOf, mockFrom } from "@/components/mocks/mock-form-values";
import { PageHeader } from "@/components/ui/page-header";
import { load } from "@/lib/api/load";
import { handleGetMock } from "@/lib/mocks/get-mock";

type Props = {
  params: Promise<{ team: string; project: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = ({ params }: Props) => projectTitle(params, "New mock");

/** `?from=<mock id>` starts with a copy of that mock, `?name=&method=&endpoint=` fills in those fields. */
export default async function NewMockPage({ params, searchParams }: Props) {
  const { team, project: slug } = await params;
  const { project } = await findProject(team, slug);
  const { from, ...given } = await searchParams;
  const source =
    typeof from === "string" ? await load(handleGetMock, { projectId: project.id, mockId: from }) : undefined;
  const base = `/${team}/${slug}/mocks`;
  return (
    <>
      <PageHeader
        title={source ? `Copy of ${source.name}` : "New mock"}
        description={source ? "Give it another method or endpoint, then create it." : undefined}
        back={{ href: base, label: "Mocks" }}
      />
      <div className="max-w-3xl">
        <MockForm
          projectId={project.id}
          mockBaseUrl={project.mockBaseUrl}
          base={base}
          start={source ? copyOf(source) : mockFrom(given)}
        />
      </div>
    </>
  );
}
