import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { knownList, type Search } from "@/app/(dashboard)/known-list";
import { filesList } from "@/components/mocks/files-list";
import { FilesView } from "@/components/mocks/files-view";
import { mockSections } from "@/components/mocks/mock-sections";
import { ProjectUrl } from "@/components/shell/url-switch";
import { KnownAnswers } from "@/components/ui/known-answers";
import { TabbedHeader } from "@/components/ui/page-header";
import { handleListMockFiles } from "@/lib/mocks/files/list-mock-files";

type Props = { params: Promise<{ team: string; project: string }>; searchParams: Search };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Files of mocks");

export default async function FilesPage({ params, searchParams }: Props) {
  const { team, project } = await params;
  const {
    project: { id },
    mockBaseUrl,
  } = await findProject(team, project);
  const known = await knownList(filesList, handleListMockFiles, { projectId: id }, searchParams);
  return (
    <KnownAnswers known={[known]}>
      <TabbedHeader
        title="Mocks"
        tabs={mockSections(`/${team}/${project}/mocks`)}
        description="Files that mocks answer with, for bodies that are no text."
        meta={<ProjectUrl url={mockBaseUrl} what="base URL" />}
      />
      <FilesView projectId={id} />
    </KnownAnswers>
  );
}
