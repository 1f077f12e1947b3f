"use client";

import { X } from "lucide-react";
import type { Ref } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { CaptureFilter } from "@/components/webhooks/capture-filter";

export type CaptureFilterBarProps = {
  filter: CaptureFilter;
  onFilter: (change: Partial<CaptureFilter>) => void;
  methods: readonly string[];
  searchField: Ref<HTMLInputElement>;
};

/** The API searches for no longer text. */
const textMax = 500;
/** A select has no empty value. */
const anyMethod = "any";

export function CaptureFilterBar({ filter, onFilter, methods, searchField }: CaptureFilterBarProps) {
  const options = [
    { value: anyMethod, label: "Any" },
    ...methods.map((method) => ({ value: method, label: method })),
  ];
  return (
    <div className="flex items-center gap-1.5">
      <Input
        ref={searchField}
        type="search"
        aria-label="Search in path, query, headers and body"
        placeholder="Search everything"
        maxLength={textMax}
        autoComplete="off"
        spellCheck={false}
        value={filter.text}
        onChange={(event) => onFilter({ text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          onFilter({ text: "" });
          event.currentTarget.blur();
        }}
        className="[&::-webkit-search-cancel-button]:hidden"
      />
      {filter.text ? (
        <Button
          variant="ghost"
          size="icon"
          aria-label="Clear the search"
          onClick={() => onFilter({ text: "" })}
        >
          <X aria-hidden />
        </Button>
      ) : null}
      <Select
        mono
        aria-label="Method"
        options={options}
        value={filter.method || anyMethod}
        onValueChange={(method) => onFilter({ method: method === anyMethod ? "" : method })}
        className="w-26 shrink-0"
      />
    </div>
  );
}
