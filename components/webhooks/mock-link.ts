import { MockMethod } from "@/lib/mocks/contract";
import type { CapturedRequest } from "@/lib/webhooks/contract";

/** The form of a new mock, filled in so that the mock would answer a request like this one. */
export function mockLink(mocksBase: string, { method, path }: CapturedRequest): string {
  const answered = MockMethod.safeParse(method === "HEAD" ? "GET" : method);
  const endpoint = path || "/";
  const query = new URLSearchParams({
    ...(answered.success && { method: answered.data }),
    endpoint,
    name: `${method} ${endpoint}`.slice(0, 200),
  });
  return `${mocksBase}/new?${query}`;
}
