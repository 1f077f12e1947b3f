import { Validator } from "@seriousme/openapi-schema-validator";
import { beforeAll, describe, expect, it } from "vitest";
import { describeApi } from "@/lib/api/openapi-files";
import { table } from "@/lib/api/table";
import { send } from "./client";

type Described = {
  operationId?: string;
  responses: Record<string, unknown>;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: unknown;
  security?: unknown;
};
type Document = { openapi: string; servers: unknown; paths: Record<string, Record<string, Described>> };

let document: Document;

beforeAll(async () => {
  const answer = await send({ path: "/api/openapi.json" });
  expect(answer.status, answer.text().slice(0, 500)).toBe(200);
  expect(answer.headers["content-type"]).toMatch(/^application\/json/);
  document = answer.json<Document>();
});

const templated = (path: string) => path.replace(/:(\w+)/g, "{$1}");

describe("the OpenAPI document", () => {
  it("is valid", async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1/);
  });

  it("describes the operations of these sources, with this installation's URL", () => {
    const { servers, ...described } = document;
    expect(servers).toEqual([{ url: expect.stringMatching(/^http/) }]);
    expect(described).toEqual(JSON.parse(JSON.stringify(describeApi())));
  });

  it("describes every operation, and nothing else", () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId }]) =>
        operationId ? [`${operationId}: ${method.toUpperCase()} ${path}`] : [],
      ),
    );
    const expected = table.map(
      ({ operation }) => `${operation.id}: ${operation.method} ${templated(operation.path)}`,
    );
    expect(described.sort()).toEqual(expected.sort());
  });

  it.each(table.map(({ operation }) => ({ id: operation.id, operation })))(
    "$id has its success, its parameters, its body and its refusals",
    ({ operation }) => {
      const described = document.paths[templated(operation.path)]?.[operation.method.toLowerCase()];
      const statuses = Object.keys(described?.responses ?? {});
      expect(statuses).toContain(String(operation.status ?? 200));
      if (operation.access !== "public") expect(statuses).toContain("401");
      if (operation.access === "project") expect(statuses).toEqual(expect.arrayContaining(["403", "404"]));
      if (operation.body) expect(statuses).toContain("400");
      expect(described?.requestBody !== undefined).toBe(operation.body !== undefined);
      const named = (place: string) =>
        (described?.parameters ?? []).filter((each) => each.in === place).map(({ name }) => name);
      expect(named("path").sort()).toEqual(
        [...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => name).sort(),
      );
      expect(named("query")).toEqual(expect.arrayContaining(Object.keys(operation.query?.shape ?? {})));
    },
  );
});
