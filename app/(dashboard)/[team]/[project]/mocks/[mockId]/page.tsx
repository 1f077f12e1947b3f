import { cache } from "react";
import { findProject, titled } from "@/app/(dashboard)/find-project";
import { knownAnswer } from "@/app/(dashboard)/known-list";
import { MockRoom } from "@/components/mocks/mock-room";
import { KnownAnswers } from "@/components/ui/known-answers";
import { load } from "@/lib/api/load";
import { handleGetMockChaos } from "@/lib/mocks/chaos/handle-chaos";
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
  const { project, mockBaseUrl } = await findProject(team, slug);
  const [mock, chaos] = await Promise.all([
    findMock(project.id, mockId),
    knownAnswer(handleGetMockChaos, { projectId: project.id }),
  ]);
  return (
    <KnownAnswers known={[{ op: getMock, input: { projectId: project.id, mockId }, answer: mock }, chaos]}>
      <MockRoom key={mock.id} mock={mock} base={`/${team}/${slug}/mocks`} mockBaseUrl={mockBaseUrl} />
    </KnownAnswers>
  );
}
