import { cache } from "react";
import { findProject, titled } from "@/app/(dashboard)/find-project";
import { load } from "@/lib/api/load";
import { handleGetMockCollection } from "@/lib/mocks/collections/get-collection";

export type CollectionParams = Promise<{ team: string; project: string; collectionId: string }>;

const read = cache((projectId: string, collectionId: string) =>
  load(handleGetMockCollection, { projectId, collectionId }),
);

/** The collection in a page's address, its project, and the address of the list of collections. */
export async function findCollection(params: CollectionParams) {
  const { team, project: slug, collectionId } = await params;
  const { project, mockBaseUrl } = await findProject(team, slug);
  return {
    project,
    mockBaseUrl,
    collection: await read(project.id, collectionId),
    base: `/${team}/${slug}/mocks/collections`,
  };
}

export function collectionTitle(params: CollectionParams, page?: string) {
  return titled(async () => {
    const { project, collection } = await findCollection(params);
    return [page, collection.name, project.name].filter(Boolean).join(" · ");
  });
}
