import {
  type CollectionParams,
  collectionTitle,
  findCollection,
} from "@/app/(dashboard)/[team]/[project]/mocks/collections/find-collection";
import { knownList, type Search } from "@/app/(dashboard)/known-list";
import { CollectionRoom } from "@/components/collections/collection-room";
import { itemsList } from "@/components/collections/collections-list";
import { KnownAnswers } from "@/components/ui/known-answers";
import { getMockCollection } from "@/lib/mocks/collections/contract";
import { handleListMockCollectionItems } from "@/lib/mocks/collections/list-items";

type Props = { params: CollectionParams; searchParams: Search };

export const generateMetadata = ({ params }: Props) => collectionTitle(params);

export default async function CollectionPage({ params, searchParams }: Props) {
  const { project, collection, base } = await findCollection(params);
  const input = { projectId: project.id, collectionId: collection.id };
  const items = await knownList(itemsList, handleListMockCollectionItems, input, searchParams);
  return (
    <KnownAnswers known={[{ op: getMockCollection, input, answer: collection }, items]}>
      <CollectionRoom key={collection.id} collection={collection} base={base} />
    </KnownAnswers>
  );
}
