import { type FieldErrors, type Resolver, set } from "react-hook-form";
import type { CallInput, Output } from "@/lib/http/operation";
import { createMock, type getMock } from "@/lib/mocks/contract";

export type Mock = Output<typeof getMock>;
type MockBody = Omit<CallInput<typeof createMock>, "projectId">;

/** A mock as the form holds it: numbers as typed, headers as rows. */
export type MockFormValues = {
  name: string;
  description: string;
  method: Mock["method"];
  endpoint: string;
  statusCode: string;
  responseBody: string;
  headers: { name: string; value: string }[];
  delayMs: string;
  enabled: boolean;
};

export function emptyMock(): MockFormValues {
  return {
    name: "",
    description: "",
    method: "GET",
    endpoint: "/",
    statusCode: "200",
    responseBody: "{}",
    headers: [],
    delayMs: "0",
    enabled: true,
  };
}

export function valuesOf(mock: Mock): MockFormValues {
  return {
    name: mock.name,
    description: mock.description ?? "",
    method: mock.method,
    endpoint: mock.endpoint,
    statusCode: String(mock.statusCode),
    responseBody: mock.responseBody,
    headers: Object.entries(mock.responseHeaders).flatMap(([name, values]) =>
      [values].flat().map((value) => ({ name, value })),
    ),
    delayMs: String(mock.delayMs),
    enabled: mock.enabled,
  };
}

export function bodyOf({ headers, ...values }: MockFormValues): MockBody {
  return {
    ...values,
    description: values.description || null,
    statusCode: numberFrom(values.statusCode),
    delayMs: numberFrom(values.delayMs),
    responseHeaders: headersOf(headers),
  };
}

/** Checks what the API would check, so that most mistakes show without a request. */
export const mockResolver: Resolver<MockFormValues> = (values) => {
  const parsed = createMock.body.safeParse(bodyOf(values));
  if (parsed.success) return { values, errors: {} };
  const errors: FieldErrors<MockFormValues> = {};
  for (const { path, message } of parsed.error.issues) {
    set(errors, fieldOf(path.map(String).join("."), values) ?? "root", { type: "validate", message });
  }
  return { values: {}, errors };
};

const sameNames = ["name", "description", "method", "endpoint", "statusCode", "responseBody", "delayMs"];

/** The form's field for an issue's path; `responseHeaders.X-A.1` is the second row named X-A. */
export function fieldOf(path: string, { headers }: MockFormValues): string | undefined {
  if (sameNames.includes(path)) return path;
  if (path === "responseHeaders") return "headers.root";
  const [, rest] = /^responseHeaders\.(.*)$/s.exec(path) ?? [];
  if (rest === undefined) return undefined;
  const [, name = rest, position = "0"] = /^(.*)\.(\d+)$/s.exec(rest) ?? [];
  const exact = rowsNamed(headers, rest);
  const row = exact[0] ?? rowsNamed(headers, name)[Number(position)];
  return row === undefined ? "headers.root" : `headers.${row}.value`;
}

function rowsNamed(headers: MockFormValues["headers"], name: string): number[] {
  const wanted = name.toLowerCase();
  return headers.flatMap((row, index) =>
    !isBlank(row) && row.name.trim().toLowerCase() === wanted ? [index] : [],
  );
}

/** Rows without name and value are left out; a name given twice becomes one header with several values. */
function headersOf(rows: MockFormValues["headers"]): Record<string, string | string[]> {
  const found = new Map<string, { name: string; values: string[] }>();
  for (const row of rows) {
    if (isBlank(row)) continue;
    const name = row.name.trim();
    const same = found.get(name.toLowerCase());
    if (same) same.values.push(row.value);
    else found.set(name.toLowerCase(), { name, values: [row.value] });
  }
  return Object.fromEntries(
    [...found.values()].map(({ name, values: [first = "", ...more] }) => [
      name,
      more.length > 0 ? [first, ...more] : first,
    ]),
  );
}

function isBlank({ name, value }: { name: string; value: string }): boolean {
  return name.trim() === "" && value === "";
}

function numberFrom(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}
