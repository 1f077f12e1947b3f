import { createLoader, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { CallInput, Operation, Output } from "@/lib/operations/operation";

/** Rows of a page on screen. */
export const pageRows = 50;

export type ListOperation = Operation & { list: true };

type Item<O extends Operation> = Output<O> extends readonly (infer T)[] ? T : never;

/** "mock" and "mocks". */
export type Noun = readonly [one: string, many: string];

/** One of the values of a query parameter of the operation, or none. */
type Filter = {
  /** Of the choice, and in it what stands for none. */
  label: string;
  /** In words, by value. */
  options: Readonly<Record<string, string>>;
};

/** What a list shows and how its address is read: shared by the page that renders it and the browser. */
export type ListDefinition<O extends ListOperation = ListOperation, F extends string = string> = {
  op: O;
  /** "Mocks": names the table, and in lower case what it is full of. */
  label: string;
  /** What a row is, where rows are counted. */
  noun: Noun;
  /** "Filter by name or endpoint". */
  placeholder: string;
  /** Fields of an item that the list shows; the others are not even read. Left out: all. */
  fields?: readonly F[];
  /** The order where the address names none. */
  sort: string;
  /** By the name of the query parameter. */
  filters?: Readonly<Record<string, Filter>>;
  /** Where a page has two lists, goes before the names in the address. */
  prefix?: string;
  /** Rows of a page, where rows are large. */
  rows?: number;
};

/** Makes a definition with its types. */
export function defineList<O extends ListOperation, const F extends Extract<keyof Item<O>, string>>(
  definition: ListDefinition<O, F>,
): ListDefinition<O, F> {
  return definition;
}

export type RowOf<D> =
  D extends ListDefinition<infer O, infer F> ? Pick<Item<O>, Extract<keyof Item<O>, F | "id">> : never;

export type ListAddress = {
  q: string;
  sort: string;
  cursor: string | null;
  /** Number of the page, only to be shown. */
  page: number;
} & Record<string, string | number | null>;

const perFilter = <T>(definition: ListDefinition, of: (filter: Filter, name: string) => T) =>
  Object.fromEntries(
    Object.entries(definition.filters ?? {}).map(([name, filter]) => [name, of(filter, name)]),
  );

export function addressParsers(definition: ListDefinition) {
  return {
    ...perFilter(definition, ({ options }) => parseAsStringLiteral(Object.keys(options))),
    q: parseAsString.withDefault(""),
    sort: parseAsString.withDefault(definition.sort),
    cursor: parseAsString,
    page: parseAsInteger.withDefault(1),
  };
}

export function addressKeys({ prefix, filters = {} }: ListDefinition): Record<string, string> {
  if (!prefix) return {};
  const names = ["q", "sort", "cursor", "page", ...Object.keys(filters)];
  return Object.fromEntries(names.map((name) => [name, `${prefix}-${name}`]));
}

type SearchParams = Record<string, string | string[] | undefined>;

/** The address of a list as the server sees it. */
export function addressOf(definition: ListDefinition, searchParams: SearchParams): ListAddress {
  const load = createLoader(addressParsers(definition), { urlKeys: addressKeys(definition) });
  return load(searchParams) as ListAddress;
}

/** What the list at this address asks the API for; equal on both sides, so that the browser knows the first page. */
export function listInput<O extends ListOperation>(
  definition: ListDefinition<O>,
  scope: object,
  address: ListAddress,
): CallInput<O> {
  const { q, sort, cursor } = address;
  const { fields, rows = pageRows } = definition;
  return {
    ...scope,
    limit: rows,
    count: true,
    sort,
    ...(fields && { fields }),
    ...(q.trim() && { q: q.trim() }),
    ...(cursor && { cursor }),
    ...Object.fromEntries(
      Object.entries(perFilter(definition, (_, name) => address[name])).filter(([, value]) => value !== null),
    ),
  } as unknown as CallInput<O>;
}

/** Whether the address leaves rows out that the list has. */
export const isNarrowed = (definition: ListDefinition, { q, ...address }: ListAddress) =>
  q.trim() !== "" || Object.keys(definition.filters ?? {}).some((name) => address[name] !== null);
