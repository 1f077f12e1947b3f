import type { Answer } from "./client";
import { done, type Site } from "./fixtures";

export type ImportedEntry = {
  source: string;
  result: string;
  method: string;
  endpoint: string;
  mockId: string;
  notes: string[];
};
export type Import = {
  format: string;
  dryRun: boolean;
  created: number;
  changed: number;
  unchanged: number;
  skipped: number;
  entries: ImportedEntry[];
};

/** Who imports, and into which project. */
type Place = Pick<Site, "owner" | "mocks">;

/** Sends a document of mocks, with files that it mentions, as a form. */
export async function uploadMocks(
  site: Place,
  file: string | Buffer<ArrayBuffer>,
  fields: Record<string, string> = {},
  files: readonly string[] = [],
): Promise<Answer> {
  const form = new FormData();
  form.append("file", new File([file], "document"));
  for (const text of files) form.append("files", new File([text], "body"));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const request = new Request("http://localhost", { method: "POST", body: form });
  const body = Buffer.from(await request.arrayBuffer());
  const type = request.headers.get("content-type") ?? "";
  return site.owner.call("POST", `${site.mocks}/import`, body, { "content-type": type });
}

/** Imports a document, which is text or becomes JSON. */
export const importMocks = (site: Place, file: object | string, fields: Record<string, string> = {}) =>
  done<Import>(uploadMocks(site, typeof file === "string" ? file : JSON.stringify(file), fields));

export const countsOf = ({ created, changed, unchanged, skipped }: Import) => [
  created,
  changed,
  unchanged,
  skipped,
];
