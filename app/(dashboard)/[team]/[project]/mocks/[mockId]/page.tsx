import type { Metadata } from "next";
import { findProject } from "@/app/(dashboard)/find-project";
import { MethodBadge } from "@/components/method-badge";
import { MockForm } from "@/components/mock-form";
import { RelativeTime } from "@/components/relative-time";
import { TestRequest } from "@/components/test-request";
import { PageHeader } from "@/components/ui/page-header";
import { load } from "@/lib/http/load";
import { handleGetMock } from "@/lib/mocks/get-mock";

export const metadata: Metadata = { title: "Mock" };

type Props = { params: Promise<{ team: string; project: string; mockId: string }> };

export default async function MockPage({ params }: Props) {
  const { team, project: slug, mockId } = await params;
  const { project } = await findProject(team, slug);
  const mock = await load(handleGetMock, { projectId: project.id, mockId });
  const base = `/${team}/${slug}/mocks`;
  return (
    <>
      <PageHeader
        title={mock.name}
        back={{ href: base, label: "Mocks" }}
        meta={
          <>
            <MethodBadge method={mock.method} />
            <code className="min-w-0 break-all text-xs">{mock.endpoint}</code>
            <span>
              changed <RelativeTime value={mock.updatedAt} />
            </span>
          </>
        }
      />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_23rem]">
        <MockForm
          key={mock.id}
          projectId={project.id}
          mockBaseUrl={project.mockBaseUrl}
          base={base}
          mock={mock}
        />
        <TestRequest
          key={`${mock.method} ${mock.endpoint}`}
          method={mock.method}
          endpoint={mock.endpoint}
          enabled={mock.enabled}
          mockBaseUrl={project.mockBaseUrl}
        />
      </div>
    </>
  );
}
