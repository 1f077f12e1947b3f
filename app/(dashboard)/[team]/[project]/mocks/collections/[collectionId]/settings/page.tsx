import {
  type CollectionParams,
  collectionTitle,
  findCollection,
} from "@/app/(dashboard)/[team]/[project]/mocks/collections/find-collection";
import { CollectionSettings } from "@/components/collections/collection-form";
import { KnownAnswers } from "@/components/ui/known-answers";
import { getMockCollection } from "@/lib/mocks/collections/contract";

type Props = { params: CollectionParams };

export const generateMetadata = ({ params }: Props) => collectionTitle(params, "Settings");

export default async function CollectionSettingsPage({ params }: Props) {
  const { project, mockBaseUrl, collection, base } = await findCollection(params);
  const input = { projectId: project.id, collectionId: collection.id };
  return (
    <KnownAnswers known={[{ op: getMockCollection, input, answer: collection }]}>
      <CollectionSettings key={collection.id} collection={collection} mockBaseUrl={mockBaseUrl} base={base} />
    </KnownAnswers>
  );
}
