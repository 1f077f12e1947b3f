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
  /** The label of the select, and of its option for no filter. */
  label: string;
  /** Display texts by value. */
  options: Readonly<Record<string, string>>;
};

/** What a list shows and how its address is read: shared by the page that renders it and the browser. */
export type ListDefinition<O extends ListOperation = ListOperation, F extends string = string> = {
  op: O;
  /** "Mocks": names the table; in lower case, its rows. */
  label: string;
  /** What a row is, where rows are counted. */
  noun: Noun;
  /** "Filter by name or endpoint". */
  placeholder: string;
  /** The fields of an item that the list shows; no others are read. Defaults to all. */
  fields?: readonly F[];
  /** The default order. */
  sort: string;
  /** Orders that no column has, by their value: "By folder". */
  orders?: Readonly<Record<string, string>>;
  /** By the name of the query parameter. */
  filters?: Readonly<Record<string, Filter>>;
  /** Query parameters of any text, which the list's own controls set. */
  texts?: readonly string[];
  /** Prefix of the names in the address, for a page with two lists. */
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
  /** Page number, for display only. */
  page: number;
} & Record<string, string | number | null>;

const perFilter = <T>(definition: ListDefinition, of: (filter: Filter, name: string) => T) =>
  Object.fromEntries(
    Object.entries(definition.filters ?? {}).map(([name, filter]) => [name, of(filter, name)]),
  );

export function addressParsers(definition: ListDefinition) {
  return {
    ...perFilter(definition, ({ options }) => parseAsStringLiteral(Object.keys(options))),
    ...Object.fromEntries((definition.texts ?? []).map((name) => [name, parseAsString])),
    q: parseAsString.withDefault(""),
    sort: parseAsString.withDefault(definition.sort),
    cursor: parseAsString,
    page: parseAsInteger.withDefault(1),
  };
}

export function addressKeys({ prefix, ...definition }: ListDefinition): Record<string, string> {
  if (!prefix) return {};
  const names = ["q", "sort", "cursor", "page", ...narrowing(definition)];
  return Object.fromEntries(names.map((name) => [name, `${prefix}-${name}`]));
}

/** Names of what narrows the list, besides the search. */
const narrowing = ({ filters = {}, texts = [] }: Pick<ListDefinition, "filters" | "texts">) => [
  ...Object.keys(filters),
  ...texts,
];

type SearchParams = Record<string, string | string[] | undefined>;

/** The address of a list as the server sees it. */
export function addressOf(definition: ListDefinition, searchParams: SearchParams): ListAddress {
  const load = createLoader(addressParsers(definition), { urlKeys: addressKeys(definition) });
  return load(searchParams) as ListAddress;
}

/** The API input for the list at this address; equal on server and browser, so that the first page is in the cache. */
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
      narrowing(definition)
        .map((name) => [name, address[name]])
        .filter(([, value]) => value !== null),
    ),
  } as unknown as CallInput<O>;
}

/** Whether the address filters the list. */
export const isNarrowed = (definition: ListDefinition, { q, ...address }: ListAddress) =>
  q.trim() !== "" || narrowing(definition).some((name) => address[name] !== null);
