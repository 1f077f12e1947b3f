"use client";

import { useState } from "react";
import { ListSearch } from "@/components/ui/list-search";
import type { List } from "@/components/ui/use-list";
import { listRecords } from "@/lib/records/many/contract";

const Filter = listRecords.query.shape.metadata;

/** Narrows the list of records by their metadata. What is typed counts as soon as it can be understood. */
export function MetadataSearch({ list }: { list: List }) {
  const [isBegun, setIsBegun] = useState(false);
  const value = typeof list.address.metadata === "string" ? list.address.metadata : "";
  return (
    <>
      <ListSearch
        label="Filter by metadata"
        placeholder="Metadata, such as plan:pro"
        value={value}
        invalid={isBegun}
        onChange={(text) => {
          const isWhole = Filter.safeParse(text).success;
          setIsBegun(!isWhole);
          if (isWhole) list.change({ metadata: text.trim() === "" ? null : text });
        }}
      />
      {isBegun ? (
        <p className="w-full text-ink-mute text-xs">
          Write key:value, with commas between several and dots between nested keys: plan:pro,owner.country:CH
        </p>
      ) : null}
    </>
  );
}
