import { cache } from "react";
import { findProject, titled } from "@/app/(dashboard)/find-project";
import { MethodBadge } from "@/components/mocks/http-marks";
import { MockForm } from "@/components/mocks/mock-form";
import { MockMenu } from "@/components/mocks/mock-menu";
import { TestRequest } from "@/components/mocks/test-request";
import { KnownAnswers } from "@/components/ui/known-answers";
import { PageHeader } from "@/components/ui/page-header";
import { RelativeTime } from "@/components/ui/times";
import { load } from "@/lib/api/load";
import { getMock } from "@/lib/mocks/contract";
import { handleGetMock } from "@/lib/mocks/get-mock";

type Props = { params: Promise<{ team: string; project: string; mockId: string }> };

const findMock = cache((projectId: string, mockId: string) => load(handleGetMock, { projectId, mockId }));

export const generateMetadata = ({ params }: Props) =>
  titled(async () => {
    const { team, project: slug, mockId } = await params;
    const { project } = await findProject(team, slug);
    return `${(await findMock(project.id, mockId)).name} · ${project.name}`;
  });

export default async function MockPage({ params }: Props) {
  const { team, project: slug, mockId } = await params;
  const { project } = await findProject(team, slug);
  const mock = await findMock(project.id, mockId);
  const base = `/${team}/${slug}/mocks`;
  return (
    <KnownAnswers known={[{ op: getMock, input: { projectId: project.id, mockId }, answer: mock }]}>
      <PageHeader
        title={mock.name}
        actions={<MockMenu mock={mock} base={base} mockBaseUrl={project.mockBaseUrl} place="page" />}
        back={{ href: base, label: "Mocks" }}
        meta={
          <>
            <MethodBadge method={mock.method} />
            <code className="line-clamp-2 min-w-0 break-all text-xs">{mock.endpoint}</code>
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
        <TestRequest key={`${mock.method} ${mock.endpoint}`} mock={mock} mockBaseUrl={project.mockBaseUrl} />
      </div>
    </KnownAnswers>
  );
}
