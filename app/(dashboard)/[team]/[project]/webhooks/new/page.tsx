import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { PageHeader } from "@/components/ui/page-header";
import { InboxForm } from "@/components/webhooks/inbox-form";

type Props = { params: Promise<{ team: string; project: string }> };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "New inbox");

export default async function NewInboxPage({ params }: Props) {
  const { team, project } = await params;
  const { id } = (await findProject(team, project)).project;
  const base = `/${team}/${project}/webhooks`;
  return (
    <>
      <PageHeader
        title="New inbox"
        description="It gets its address when it is created. Only a name is needed."
        back={{ href: base, label: "Webhooks" }}
      />
      <div className="max-w-3xl">
        <InboxForm projectId={id} base={base} />
      </div>
    </>
  );
}
