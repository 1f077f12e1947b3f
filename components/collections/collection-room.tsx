"use client";

import { RotateCcw } from "lucide-react";
import type { Collection } from "@/components/collections/collection-form-values";
import { CollectionMenu, ResetDialog } from "@/components/collections/collection-menu";
import { ItemsView } from "@/components/collections/items-view";
import { useShownUrl } from "@/components/shell/project-urls";
import { ProjectUrl } from "@/components/shell/url-switch";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { byteSize } from "@/components/ui/byte-size";
import { Callout } from "@/components/ui/callout";
import { CodeSnippet } from "@/components/ui/code-snippet";
import { curlCommand } from "@/components/ui/curl-command";
import { PageHeader } from "@/components/ui/page-header";
import { useAnswer } from "@/components/ui/queries";
import { getMockCollection } from "@/lib/mocks/collections/contract";

export type CollectionRoomProps = {
  collection: Collection;
  /** Address of the list of collections. */
  base: string;
};

/** The page of a collection with its items, kept up to date when somebody changes them. */
export function CollectionRoom({ collection: given, base }: CollectionRoomProps) {
  const { id: collectionId, projectId } = given;
  const { data: collection = given } = useAnswer(getMockCollection, { projectId, collectionId });
  const { name, idField, itemCount, itemBytes, enabled } = collection;
  const url = useShownUrl()(collection.url);
  return (
    <>
      <PageHeader
        title={name}
        back={{ href: base, label: "Collections" }}
        actions={
          <>
            <ResetDialog
              collection={collection}
              trigger={
                <Button>
                  <RotateCcw aria-hidden />
                  Reset
                </Button>
              }
            />
            <CollectionMenu collection={collection} base={base} place="page" />
          </>
        }
        meta={
          <>
            <ProjectUrl url={url} what="URL" />
            {enabled ? null : <Badge tone="amber">Off</Badge>}
            <span>
              {itemCount.toLocaleString("en")} {itemCount === 1 ? "item" : "items"}, {byteSize(itemBytes)}
            </span>
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <SeedCallout collection={collection} />
        <ItemsView {...{ projectId, collectionId, idField, url }} />
        <CodeSnippet label="From your terminal" code={commandsOf({ ...collection, url })} />
      </div>
    </>
  );
}

/** Says so when the items can't be those of the seed. */
function SeedCallout({ collection: { seed, itemCount, itemBytes } }: { collection: Collection }) {
  const bytes = seed.reduce((sum, item) => sum + new TextEncoder().encode(JSON.stringify(item)).length, 0);
  if (seed.length === itemCount && bytes === itemBytes) return null;
  return (
    <Callout>
      {seed.length === 0
        ? "The seed is empty: a reset leaves no items."
        : `The items differ from the seed. A reset brings its ${seed.length === 1 ? "one item" : `${seed.length} items`} back.`}
    </Callout>
  );
}

function commandsOf({ url, seed, idField }: Collection) {
  const [first] = seed;
  const id = first?.[idField];
  const item = `${url}/${typeof id === "string" || typeof id === "number" ? encodeURIComponent(id) : 1}`;
  const command = (label: string, request: { method: string; url: string; json?: unknown }) => ({
    label,
    code: curlCommand({ ...request, flags: ["-i"] }),
  });
  return [
    command("List", { method: "GET", url }),
    command("Page", { method: "GET", url: `${url}?_sort=-${idField}&_page=1&_limit=10` }),
    command("Search", { method: "GET", url: `${url}?q=ada` }),
    command("Add", { method: "POST", url, json: { name: "Edsger" } }),
    command("Change", { method: "PATCH", url: item, json: { name: "Ada Lovelace" } }),
    command("Delete", { method: "DELETE", url: item }),
  ];
}
