import { saveFile } from "@/components/ui/save-file";
import { exportMocks } from "@/lib/mocks/export/contract";
import { ApiError, call } from "@/lib/operations/client";
import { type CallInput, requestFor } from "@/lib/operations/operation";

/**
 * Has the browser save an export, and gives its name. Not by an address of its own, because a refusal would take the place
 * of the page.
 * @throws {ApiError} for every answer that is no document
 */
export async function saveExport(asked: CallInput<typeof exportMocks>): Promise<string> {
  const { path } = requestFor(exportMocks, { ...asked });
  const first = await read(path);
  if (first.status === 401) {
    // Asks for a new session, or says that there is none.
    await call(exportMocks, asked);
  }
  const response = first.status === 401 ? await read(path) : first;
  if (!response.ok) throw await refusal(response);
  const name = nameIn(response.headers.get("content-disposition"));
  // The bytes as they came: what is parsed and written anew may have other numbers and another order.
  saveFile(name, [await response.blob()], "application/json");
  return name;
}

async function read(path: string): Promise<Response> {
  try {
    return await fetch(path);
  } catch {
    throw new ApiError(
      "Fieldkit can't be reached. Check your connection and try again.",
      0,
      "unreachable",
      [],
    );
  }
}

async function refusal(response: Response): Promise<ApiError> {
  const { error, code } = (await response.json().catch(() => ({}))) as { error?: string; code?: string };
  const message = error ?? `The request failed with status ${response.status}.`;
  return new ApiError(message, response.status, code ?? "unknown", []);
}

/** Names of exports are made of a slug, so they need no decoding. */
export const nameIn = (disposition: string | null): string =>
  /filename="?([^";]+)"?/.exec(disposition ?? "")?.[1] ?? "mocks.json";
