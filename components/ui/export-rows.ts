import { saveFile } from "@/components/ui/save-file";
import { call } from "@/lib/operations/client";
import type { CallInput, Operation } from "@/lib/operations/operation";

/** Offers rows of a list for download, whole, as the API gives them: a JSON array. */
export async function exportRows<O extends Operation>(
  get: O,
  inputs: readonly CallInput<O>[],
  fileName: string,
): Promise<void> {
  const items: unknown[] = [];
  for (const input of inputs) items.push(await call(get, input));
  saveFile(fileName, [`${JSON.stringify(items, null, 2)}\n`], "application/json");
}
