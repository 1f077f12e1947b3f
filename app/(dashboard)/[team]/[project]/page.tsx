import { redirect } from "next/navigation";

type Props = { params: Promise<{ team: string; project: string }> };

export default async function ProjectPage({ params }: Props) {
  const { team, project } = await params;
  redirect(`/${team}/${project}/mocks`);
}
