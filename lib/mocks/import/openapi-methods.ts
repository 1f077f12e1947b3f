import type { MockFields } from "./converted";

export type MockMethod = Exclude<NonNullable<MockFields["method"]>, "ANY">;

const answered: ReadonlySet<string> = new Set<MockMethod>(["GET", "POST", "PUT", "PATCH", "DELETE"]);

export const isMockMethod = (method: string): method is MockMethod => answered.has(method);

/** Why there is no mock for another method. */
export function methodProblem(method: string): string {
  if (method === "HEAD") return "HEAD is answered by the mock for GET";
  if (method === "OPTIONS")
    return "OPTIONS is answered for every mock, as browsers ask it before other origins";
  return `Mocks answer GET, POST, PUT, PATCH and DELETE, not ${method.slice(0, 20)}`;
}
