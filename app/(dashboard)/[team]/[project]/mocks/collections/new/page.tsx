import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { CollectionForm } from "@/components/collections/collection-form";
import { PageHeader } from "@/components/ui/page-header";

type Props = { params: Promise<{ team: string; project: string }> };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "New collection");

export default async function NewCollectionPage({ params }: Props) {
  const { team, project: slug } = await params;
  const {
    project: { id },
    mockBaseUrl,
  } = await findProject(team, slug);
  const base = `/${team}/${slug}/mocks/collections`;
  return (
    <>
      <PageHeader title="New collection" back={{ href: base, label: "Collections" }} />
      <div className="max-w-3xl">
        <CollectionForm projectId={id} mockBaseUrl={mockBaseUrl} base={base} />
      </div>
    </>
  );
}
