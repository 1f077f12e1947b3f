import type { ItemsQuery } from "./items-query";

/** Clients fail at heads of more than 16 KiB. */
const linksLengthMax = 8000;

/**
 * The value of `Link` for an answer (RFC 8288): first, previous, next and last page, as far as there are such. Undefined
 * where all items are on one page, or where the query is too long to be repeated.
 * @param address of the collection, without query
 * @param query as it was sent
 * @param given how many items the answer has
 */
export function pageLinks(
  { address, query }: { address: string; query: string },
  { start, limit, page }: ItemsQuery,
  { total, given }: { total: number; given: number },
): string | undefined {
  if (limit === 0 || (start === 0 && given >= total)) return undefined;
  const rest = new URLSearchParams(query);
  for (const name of ["_page", "_limit", "_per_page", "_start", "_end"]) rest.delete(name);
  const link = (rel: string, place: Record<string, number>) => {
    const all = new URLSearchParams(rest);
    for (const [name, value] of Object.entries(place)) all.set(name, String(value));
    return `<${address}?${all}>; rel="${rel}"`;
  };
  const links =
    page === undefined
      ? byStart({ start, limit, total, given })
      : byPage({ page, limit, last: Math.max(1, Math.ceil(total / limit)) });
  const value = links.map(([rel, place]) => link(rel, place)).join(", ");
  return value.length > linksLengthMax ? undefined : value;
}

type Links = [rel: string, place: Record<string, number>][];

function byPage({ page, limit, last }: { page: number; limit: number; last: number }): Links {
  const at = (number: number) => ({ _page: number, _limit: limit });
  return [
    ["first", at(1)],
    ...(page > 1 ? ([["prev", at(Math.min(page - 1, last))]] as Links) : []),
    ...(page < last ? ([["next", at(page + 1)]] as Links) : []),
    ["last", at(last)],
  ];
}

function byStart(place: { start: number; limit: number; total: number; given: number }): Links {
  const { start, limit, total, given } = place;
  const at = (number: number) => ({ _start: number, _limit: limit });
  return [
    ["first", at(0)],
    ...(start > 0 ? ([["prev", at(Math.max(0, start - limit))]] as Links) : []),
    ...(given > 0 && start + given < total ? ([["next", at(start + given)]] as Links) : []),
  ];
}
