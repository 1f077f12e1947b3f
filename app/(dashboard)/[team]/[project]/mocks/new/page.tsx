import type { Metadata } from "next";
import { findProject } from "@/app/(dashboard)/find-project";
import { MockForm } from "@/components/mock-form";
import { PageHeader } from "@/components/ui/page-header";
import { load } from "@/lib/http/load";
import { handleGetMock } from "@/lib/mocks/get-mock";

export const metadata: Metadata = { title: "New mock" };

type Props = {
  params: Promise<{ team: string; project: string }>;
  searchParams: Promise<{ from?: string | string[] }>;
};

/** `?from=<mock id>` starts with a copy of that mock. */
export default async function NewMockPage({ params, searchParams }: Props) {
  const { team, project: slug } = await params;
  const { from } = await searchParams;
  const { project } = await findProject(team, slug);
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
        <MockForm projectId={project.id} mockBaseUrl={project.mockBaseUrl} base={base} copyOf={source} />
      </div>
    </>
  );
}
