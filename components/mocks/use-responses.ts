"use client";

import { useEffect, useRef, useState } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import type { MockFormValues } from "@/components/mocks/mock-form-values";
import { emptyResponse, type ResponseFormValues } from "@/components/mocks/response-form-values";
import { useToast } from "@/components/ui/toast";

/** What of a row gets the focus, by its `data-part`. */
export type RowPart = "toggle" | "up" | "down" | "name";

export const responseTitle = (name: string, index: number): string => name.trim() || `Response ${index + 1}`;

/**
 * The responses of the surrounding mock form: which of them are open, and what is done with them.
 * @param isBegun whether a first one is to be added
 */
export function useResponses(isBegun: boolean) {
  const { control, getValues, formState } = useFormContext<MockFormValues>();
  const { fields, append, insert, move, remove } = useFieldArray({ control, name: "responses" });
  const { errors, submitCount } = formState;
  const [opened, setOpened] = useState<readonly boolean[]>([]);
  const [seen, setSeen] = useState(submitCount);
  const [said, setSaid] = useState("");
  const { place, focus, arrived } = useRowFocus();

  // A problem can only be seen, and get the focus, in a row that is open.
  if (seen !== submitCount) {
    setSeen(submitCount);
    if (errors.responses)
      setOpened(fields.map((_, index) => opened[index] || Boolean(errors.responses?.[index])));
  }

  const titleOf = (index: number) => responseTitle(getValues(`responses.${index}.name`), index);
  /** One for each row: of rows that were never opened nothing is known. */
  const openness = () => fields.map((_, index) => opened[index] === true);

  function put(index: number, response: ResponseFormValues, isOpen: boolean, part: RowPart) {
    if (index === getValues("responses").length) append(response, { shouldFocus: false });
    else insert(index, response, { shouldFocus: false });
    setOpened(openness().toSpliced(index, 0, isOpen));
    focus(index, part);
  }

  function moveTo(index: number, to: number, part: RowPart) {
    if (to < 0 || to >= fields.length) return;
    const title = titleOf(index);
    const [isOpen = false] = openness().slice(index);
    move(index, to);
    setOpened(openness().toSpliced(index, 1).toSpliced(to, 0, isOpen));
    setSaid(`${title} is now number ${to + 1} of ${fields.length}`);
    focus(to, part);
  }

  function drop(index: number) {
    const title = titleOf(index);
    const response = structuredClone(getValues(`responses.${index}`));
    const [isOpen = false] = openness().slice(index);
    remove(index);
    setOpened(openness().toSpliced(index, 1));
    focus(Math.min(index, fields.length - 2), "toggle");
    offerUndo(`“${title}” is removed`, { index, response, isOpen });
  }

  const offerUndo = useUndo(({ index, response, isOpen }) =>
    put(Math.min(index, fields.length), response, isOpen, "toggle"),
  );

  const add = () => put(getValues("responses").length, emptyResponse(), true, "name");
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the person has asked for it
  useEffect(() => {
    if (isBegun && getValues("responses").length === 0) add();
  }, []);

  return {
    fields,
    place,
    arrived,
    said,
    isOpen: (index: number) => opened[index] === true,
    toggle: (index: number) => setOpened(openness().with(index, !opened[index])),
    add,
    duplicate(index: number) {
      const copy = structuredClone(getValues(`responses.${index}`));
      put(index + 1, { ...copy, name: copy.name && `${copy.name.slice(0, 190)} (copy)` }, true, "name");
    },
    move: moveTo,
    remove: drop,
  };
}

type Wanted = { index: number; part: RowPart };

/** Moves the focus to where a row is after it was added, moved or removed; without rows, to the button that adds one. */
function useRowFocus() {
  const place = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<Wanted>();
  const awaited = useRef<Wanted>(undefined);
  useEffect(() => {
    if (!wanted || !place.current) return;
    const row = place.current.querySelectorAll(":scope > ol > li")[wanted.index] ?? place.current;
    const find = (part: string) => row.querySelector<HTMLElement>(`[data-part="${part}"]:not(:disabled)`);
    const found = find(wanted.part);
    // The fields of a row come later than the row, when they are loaded.
    awaited.current = found ? undefined : wanted;
    (found ?? find("toggle") ?? find("add"))?.focus();
  }, [wanted]);
  return {
    place,
    focus: (index: number, part: RowPart) => setWanted({ index, part }),
    /** The fields of a row are there. */
    arrived(index: number) {
      if (awaited.current?.index === index) setWanted({ ...awaited.current });
    },
  };
}

type Removed = { index: number; response: ResponseFormValues; isOpen: boolean };

/** Offers to put a removed response back, for as long as its form is there. */
function useUndo(restore: (removed: Removed) => void) {
  const toast = useToast();
  const latest = useRef(restore);
  const offers = useRef<(() => void)[]>([]);
  useEffect(() => {
    latest.current = restore;
  });
  useEffect(() => () => offers.current.splice(0).forEach((close) => void close()), []);
  return (said: string, removed: Removed) => {
    offers.current.push(toast.info(said, { undo: () => latest.current(removed) }));
  };
}
