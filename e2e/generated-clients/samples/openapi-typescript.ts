import type { components, paths, webhooks } from "./generated/openapi-typescript";

type Schemas = components["schemas"];
type List = paths["/api/projects/{projectId}/mocks"]["get"];
type Creation = paths["/api/projects/{projectId}/flags"]["post"];
type Event = webhooks["release.published"]["post"]["requestBody"]["content"]["application/json"];

declare function call<Result>(path: string, options?: { method: string; body: unknown }): Promise<Result>;

export async function useTypes(projectId: string): Promise<string[]> {
  type Rows = List["responses"][200]["content"]["application/json"];
  const query: List["parameters"]["query"] = { limit: 20, fields: ["name", "method"], sort: "-updatedAt" };
  const rows = await call<Rows>(`/api/projects/${projectId}/mocks?limit=${query.limit}`);
  const named: Pick<Schemas["Mock"], "id" | "name">[] = rows;
  const body: Schemas["CreateFlagBody"] = { name: "Checkout", key: "checkout" };
  const sent: Creation["requestBody"]["content"]["application/json"] = body;
  const flag = await call<Schemas["Flag"]>("flags", { method: "POST", body: sent });
  return [...named.map(({ name }) => name), flag.environment.key, rows[0]?.description ?? ""];
}

/** An error's codes are known, so a compiler sees a case that is spelled wrong. */
export function explain(error: Schemas["Error"] | Schemas["UpdateMockConflict"]): string {
  switch (error.code) {
    case "invalid_request":
      return (error.issues ?? []).map(({ path, message }) => `${path} ${message}`).join("\n");
    case "changed":
      return "current" in error && error.current ? `changed at ${error.current.updatedAt}` : error.error;
    case "quota_exceeded":
    case "rate_limited":
      return error.hint ?? error.error;
    default:
      return error.error;
  }
}

export const announce = ({ type, data: { release, project } }: Event): string => {
  const published: "release.published" = type;
  return `${published}: ${project.name} ${release.title} (${release.labels.join()})`;
};
