import {
  addressOf,
  type ListDefinition,
  type ListOperation,
  listInput,
} from "@/components/ui/list-definition";
import type { Known } from "@/components/ui/query-key";
import { loadPage } from "@/lib/api/load";
import type { Implementation } from "@/lib/operations/implement";

export type Search = Promise<Record<string, string | string[] | undefined>>;

/** The page of a list that an address asks for, read on the server for the list in the browser. */
export async function knownList<O extends ListOperation, F extends string>(
  definition: ListDefinition<O, F>,
  implementation: Implementation<O>,
  scope: object,
  search: Search,
): Promise<Known> {
  const input = listInput(definition, scope, addressOf(definition, await search));
  return { op: definition.op, input, answer: await loadPage(implementation, input) };
}
