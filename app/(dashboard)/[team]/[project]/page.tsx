import { redirect } from "next/navigation";
import { findProject, projectTitle } from "@/app/(dashboard)/find-project";

type Props = { params: Promise<{ team: string; project: string }> };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Mocks");

export default async function ProjectPage({ params }: Props) {
  const { team, project } = await params;
  await findProject(team, project);
  redirect(`/${team}/${project}/mocks`);
}
