import type { Known } from "@/components/ui/known-answers";
import {
  addressOf,
  type ListDefinition,
  type ListOperation,
  listInput,
} from "@/components/ui/list-definition";
import { load, loadPage } from "@/lib/api/load";
import type { Implementation } from "@/lib/operations/implement";
import type { CallInput, Operation, Output } from "@/lib/operations/operation";

export type Search = Promise<Record<string, string | string[] | undefined>>;

/** Reads the list page that an address asks for on the server, so that the browser starts with it. */
export async function knownList<O extends ListOperation, F extends string>(
  definition: ListDefinition<O, F>,
  implementation: Implementation<O>,
  scope: object,
  search: Search,
): Promise<Known> {
  const input = listInput(definition, scope, addressOf(definition, await search));
  return { op: definition.op, input, answer: await loadPage(implementation, input) };
}

/** Reads an answer that the page needs on the server, so that the browser's queries start with it. */
export async function knownAnswer<O extends Operation>(
  implementation: Implementation<O>,
  input: CallInput<O>,
): Promise<Known & { answer: Output<O> }> {
  return { op: implementation.operation, input, answer: await load(implementation, input) };
}
