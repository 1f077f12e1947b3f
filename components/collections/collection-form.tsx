"use client";

import { useWatch } from "react-hook-form";
import {
  type Collection,
  type CollectionFormValues,
  collectionBody,
  collectionField,
  collectionFields,
  collectionRules,
  collectionValues,
  emptyCollection,
  readSeed,
} from "@/components/collections/collection-form-values";
import { DeleteCollection } from "@/components/collections/collection-menu";
import { useShownUrl } from "@/components/shell/project-urls";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopiedText } from "@/components/ui/copy-button";
import { FormSwitch } from "@/components/ui/form-choices";
import { FormFrame } from "@/components/ui/form-frame";
import { FormJson } from "@/components/ui/form-json";
import { FormText } from "@/components/ui/form-text";
import { PageHeader } from "@/components/ui/page-header";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { useFormFrame } from "@/components/ui/use-form-frame";
import {
  createMockCollection,
  getMockCollection,
  updateMockCollection,
} from "@/lib/mocks/collections/contract";
import { ApiError } from "@/lib/operations/client";

export type CollectionFormProps = {
  projectId: string;
  mockBaseUrl: string;
  /** Address of the list of collections. */
  base: string;
  /** If absent, the form creates a collection. */
  collection?: Collection | undefined;
};

export function CollectionForm(props: CollectionFormProps) {
  const frame = useCollectionForm(props);
  const { collection, mockBaseUrl } = props;
  return (
    <FormFrame
      of={frame}
      on="page"
      aria-label={collection ? "Collection settings" : "New collection"}
      submitLabel={collection ? "Save changes" : "Create collection"}
    >
      <Card title="Collection">
        <div className="flex flex-col gap-4">
          <FormText name="name" label="Name" autoComplete="off" placeholder="Customers" />
          <FormText
            name="path"
            label="Path"
            autoComplete="off"
            mono
            placeholder="/customers"
            hint={<Address mockBaseUrl={mockBaseUrl} />}
          />
          <FormText
            name="idField"
            label="Id field"
            autoComplete="off"
            mono
            hint={
              collection
                ? "Items are told apart by it. A change resets the collection."
                : "Items are told apart by it. Those without one are given a number."
            }
            className="sm:max-w-72"
          />
          <FormSwitch name="enabled" label="Answers requests" />
        </div>
      </Card>
      <Card
        title="Seed"
        description={
          collection
            ? "What a reset brings back. To save it changes no items until then."
            : "What the collection begins with, and what a reset brings back."
        }
      >
        <FormJson
          name="seed"
          label="Items"
          optional
          rows={12}
          placeholder={'[\n  {"id": 1, "name": "Ada"},\n  {"id": 2, "name": "Grace"}\n]'}
          hint={<SeedNote />}
        />
      </Card>
    </FormFrame>
  );
}

function Address({ mockBaseUrl }: { mockBaseUrl: string }) {
  const path = useWatch<CollectionFormValues, "path">({ name: "path" });
  const shown = path.trim().replace(/^\/*/, "/").replace(/\/+$/, "");
  return (
    <code className="line-clamp-3 break-all">
      {mockBaseUrl}
      {shown}
    </code>
  );
}

function SeedNote() {
  const text = useWatch<CollectionFormValues, "seed">({ name: "seed" });
  if (text.trim() === "")
    return "A JSON array of objects, up to 1,000 of them. Empty: the collection begins with none.";
  const read = readSeed(text);
  if ("problem" in read) return <span className="break-words text-amber">This {read.problem}</span>;
  const count = read.seed.length;
  return (
    <>
      <span className="font-medium text-green">Valid JSON</span> · {count} {count === 1 ? "item" : "items"}
    </>
  );
}

function useCollectionForm({ projectId, base, collection }: CollectionFormProps) {
  const write = useWrite();
  const create = (values: CollectionFormValues) =>
    write(createMockCollection, { projectId, ...collectionBody(values) });

  return useFormFrame<CollectionFormValues, Collection>({
    rules: collectionRules,
    fieldOf: collectionField,
    explain: explainSeed,
    start: emptyCollection(),
    edited: collection && {
      row: collection,
      read: { op: getMockCollection, input: { projectId, collectionId: collection.id } },
      values: collectionValues,
      fields: collectionFields,
      what: "collection",
      anew: create,
    },
    send: (values, { changed, ifMatch }) =>
      collection
        ? write(
            updateMockCollection,
            { projectId, collectionId: collection.id, ...changed(collectionBody) },
            { ifMatch },
          )
        : create(values),
    titled: collection !== undefined,
    says: ({ id }) => (id === collection?.id ? "Collection saved" : undefined),
    next: ({ id }) => (id === collection?.id ? undefined : `${base}/${id}`),
  });
}

/** Shows which item the API does not take, since one field holds all of them. */
function explainSeed(error: unknown) {
  const issues = error instanceof ApiError ? error.issues : [];
  const about = issues.find(({ path }) => path.startsWith("seed."));
  return about && { message: `In ${about.path}: ${about.message}`, field: "seed" as const };
}

export type CollectionSettingsProps = { collection: Collection; mockBaseUrl: string; base: string };

/** A collection's settings, kept up to date when others change them. */
export function CollectionSettings({ collection: given, mockBaseUrl, base }: CollectionSettingsProps) {
  const { id: collectionId, projectId } = given;
  const { data: collection = given } = useAnswer(getMockCollection, { projectId, collectionId });
  return (
    <>
      <PageHeader
        title="Collection settings"
        back={{ href: `${base}/${collectionId}`, label: collection.name }}
        meta={<CopiedText text={useShownUrl()(collection.url)} what="collection URL" />}
      />
      <div className="flex max-w-3xl flex-col gap-6">
        <CollectionForm {...{ projectId, mockBaseUrl, base, collection }} />
        <Card
          title="Delete collection"
          description="Deletes the collection with its items. Its address stops answering at once."
          flush
          actions={
            <DeleteCollection
              collection={collection}
              next={base}
              trigger={<Button variant="danger-outline">Delete collection</Button>}
            />
          }
        />
      </div>
    </>
  );
}
